package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.FlavorProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each GRANT that a page or a plugin names is among those that {@code tutti grants} prints. */
class GrantsNamedTest {
  private static final Path ROOT = Path.of("../..");

  private static final List<String> RELEASES =
      List.of(
          "5.6.14", "5.7.22", "8.0.15", "8.0.17", "8.0.46", "8.4.0", "9.7.4", "10.0.20", "10.1.8",
          "10.2.11", "10.5.2", "10.11.5", "11.4.5");

  private static final Pattern IN_PAGES = Pattern.compile("GRANT ([A-Z][A-Za-z_, ()]* ON \\S+) TO");

  /** As in {@code "SELECT ON performance_schema.threads"}. */
  private static final Pattern IN_CODE =
      Pattern.compile("\"([A-Z_]+(?: [A-Z_]+)* ON (?:\\*\\.\\*|[a-z_]+\\.[a-z_*]+))\"");

  private static Set<String> printed() {
    return ServiceLoader.load(FlavorProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(flavor ->
            RELEASES.stream()
                .map(ServerVersion::parse)
                .filter(flavor::takes)
                .flatMap(release -> flavor.grants(release).stream()))
        .map(AccountGrant::privilege)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> named(String folder, String ending, Pattern pattern)
      throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      Set<String> named = new TreeSet<>();
      for (Path each : files.filter(file -> file.toString().endsWith(ending)).toList()) {
        if (!each.toString().contains("/target/") && !each.toString().contains("/src/test/")) {
          pattern
              .matcher(Files.readString(each))
              .results()
              .map((MatchResult found) -> found.group(1))
              .forEach(named::add);
        }
      }
      return named;
    }
  }

  @Test
  void byThePagesOfFindings() throws IOException {
    assertThat(named("docs/findings", ".md", IN_PAGES)).isNotEmpty().isSubsetOf(printed());
  }

  @Test
  void byPlugins() throws IOException {
    assertThat(named("plugins", ".java", IN_CODE))
        .contains("SELECT ON performance_schema.replication_group_members")
        .isSubsetOf(printed());
  }
}
