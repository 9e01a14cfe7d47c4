package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page of a finding says is what its rule does. */
class FindingPagesTest {
  private static final Pattern THRESHOLD =
      Pattern.compile("`tutti\\.findings\\.\\S+\\.threshold` \\([^)]+\\)");

  private final Path pages = Path.of("../../docs/findings");

  @ParameterizedTest
  @MethodSource("io.tutti.analysis.FindingKind#all")
  void namesTheThresholdThatThereIsAndNoOther(FindingKind kind) throws IOException {
    Optional<String> named =
        kind.threshold()
            .map(each ->
                "`tutti.findings.%s.threshold` (%s)"
                    .formatted(
                        kind.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        each.display(each.usual())));

    assertThat(
            THRESHOLD
                .matcher(Files.readString(pages.resolve(kind.name() + ".md")))
                .results()
                .map(MatchResult::group))
        .containsExactlyElementsOf(named.stream().toList());
  }
}
