package io.tutti.tier;

import io.tutti.sandbox.release.ServerRelease;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The releases of {@link Releases} that this run wants. */
final class ReleasesProvider implements ArgumentsProvider, AnnotationConsumer<Releases> {
  private List<ServerRelease> byDefault = List.of();
  private List<ServerRelease> thorough = List.of();

  @Override
  public void accept(Releases releases) {
    byDefault = List.of(releases.value());
    thorough =
        releases.thorough().length > 0
            ? List.of(releases.thorough())
            : Arrays.stream(ServerRelease.values())
                .filter(release -> !byDefault.contains(release))
                .toList();
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Selection.ofThisRun().from(byDefault, thorough, context.getTags()).map(Arguments::of);
  }
}
