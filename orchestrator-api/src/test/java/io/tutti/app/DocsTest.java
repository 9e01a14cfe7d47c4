package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every request and every setting in the README and in docs/ is one that there is. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path CONTRACT = Path.of("src/main/resources/io/tutti/rest/openapi.json");
  private static final Pattern REQUEST = Pattern.compile("`(GET|POST|PUT|DELETE) (/[^`\\s?\\[]*)");
  private static final Pattern FILE = Pattern.compile("```yaml\\n(tutti:.*?)```", Pattern.DOTALL);

  @TempDir private Path home;

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static Stream<MatchResult> find(Pattern what, Path page) {
    try {
      return what.matcher(Files.readString(page)).results();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code /instances/{host:port}:fence} as {@code /instances/{}:fence}. */
  private static String path(String written) {
    return written.replaceFirst("^/api/v1", "").replaceAll("\\{[^}]*}", "{}");
  }

  @Test
  void everyRequestIsInTheContract() throws IOException {
    JsonNode paths = JsonMapper.shared().readTree(Files.readString(CONTRACT)).at("/paths");
    List<String> known =
        paths
            .propertyStream()
            .flatMap(each ->
                each.getValue()
                    .propertyStream()
                    .map(method ->
                        method.getKey().toUpperCase(Locale.ROOT) + " " + path(each.getKey())))
            .toList();
    List<String> said =
        pages().stream()
            .flatMap(page -> find(REQUEST, page))
            .map(found -> found.group(1) + " " + path(found.group(2)))
            // The contract itself and the schema of rollouts are files: it does not describe them.
            .filter(request -> !request.endsWith(".json"))
            .distinct()
            .toList();

    assertThat(said).hasSizeGreaterThan(30);
    assertThat(known).containsAll(said);
  }

  @Test
  void everySettingsFileIsRead() throws IOException {
    List<String> files =
        pages().stream().flatMap(page -> find(FILE, page)).map(found -> found.group(1)).toList();

    assertThat(files).hasSizeGreaterThanOrEqualTo(2);
    for (String file : files) {
      Files.writeString(home.resolve("tutti.yaml"), file);
      assertThat(SettingsReader.read(List.of(), Map.of("TUTTI_HOME", home.toString()), home))
          .as("%s", file)
          .isNotNull();
    }
  }
}
