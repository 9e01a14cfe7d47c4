package io.tutti.tier;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The cases of {@link Cases} that this run wants. */
final class CasesProvider implements ArgumentsProvider, AnnotationConsumer<Cases> {
  private List<String> byDefault = List.of();
  private List<String> thorough = List.of();

  @Override
  public void accept(Cases cases) {
    byDefault = List.of(cases.value());
    thorough = List.of(cases.thorough());
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Selection.ofThisRun()
        .from(byDefault, thorough, context.getTags())
        .map(row -> Arguments.of((Object[]) row.strip().split("\\s*,\\s*", -1)));
  }
}
