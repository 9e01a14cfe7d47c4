package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/knobs.md} is what the plugins declare; run with {@code -Dknobs.page=write} to renew.
 */
class KnobsPageTest {
  private static final Path PAGE = Path.of("../../docs/knobs.md");
  private static final Path HELP =
      Path.of("../../orchestrator-cli/src/main/resources/io/tutti/cli/verb/knobs.txt");

  @Test
  void pageSaysWhatThePluginsDeclare() throws IOException {
    String page =
        """
        # Settings of parallel replication

        Every setting of parallel replication, as the plugins declare it. This page is generated from the
        declarations, and each declaration is tested on real servers: range, default, and when it can change. You
        can use any name of a setting; the server's own name is executed and shown. The API calls a setting a
        *knob*. An example, and how a setting is changed: [parallelism.md](parallelism.md).

        """
            + family("MySQL", new MySql84Provider())
            + family("MariaDB", new MariaDb11Provider());
    if ("write".equals(System.getProperty("knobs.page"))) {
      Files.writeString(PAGE, page);
    }

    assertThat(Files.exists(PAGE)).as("run this test with -Dknobs.page=write").isTrue();
    assertThat(Files.readString(PAGE)).as("run this test with -Dknobs.page=write").isEqualTo(page);
  }

  /** The command line is a client without plugins: its help is written here. */
  @Test
  void helpOfTheCommandLineSaysWhatThePluginsDeclare() throws IOException {
    String help =
        Stream.of(new MySql84Provider(), new MariaDb11Provider())
            .flatMap(provider -> provider.declaredKnobs().stream())
            .map(KnobsPageTest::helpLine)
            .collect(Collectors.joining());
    if ("write".equals(System.getProperty("knobs.page"))) {
      Files.writeString(HELP, help);
    }

    assertThat(Files.readString(HELP)).as("run this test with -Dknobs.page=write").isEqualTo(help);
  }

  private static String helpLine(Knob knob) {
    String others =
        knob.names().stream()
            .filter(name -> !name.equals(knob.name()))
            .collect(Collectors.joining(", "));
    return "  "
        + knob.name()
        + (others.isEmpty() ? "" : " (" + others + ")")
        + "\n      "
        + knob.kind().eras().getLast().value().range()
        + "; default "
        + knob.defaultValue().eras().getLast().value()
        + "\n";
  }

  private static String family(String name, FlavorProvider provider) {
    return "## "
        + name
        + "\n\n"
        + side(name + " replicas", provider, KnobRole.REPLICA)
        + side(name + " sources", provider, KnobRole.PRIMARY);
  }

  private static String side(String title, FlavorProvider provider, KnobRole role) {
    return provider.declaredKnobs().stream()
        .filter(knob -> knob.role() == role)
        .map(KnobsPageTest::section)
        .collect(Collectors.joining("", "### On " + title + "\n\n", ""));
  }

  private static String section(Knob knob) {
    List<String> others = knob.names().stream().filter(n -> !n.equals(knob.name())).toList();
    return "#### "
        + knob.name()
        + "\n\n"
        + knob.description()
        + "\n\n"
        + line("The server calls it", dated(knob.serverName(), name -> "`" + name + "`"))
        + (others.isEmpty() ? "" : line("Also known as", "`" + String.join("`, `", others) + "`"))
        + line("Releases", knob.releases().toString())
        + line("Takes", dated(knob.kind(), kind -> kind.range()))
        + line("Default", dated(knob.defaultValue(), value -> "`" + value + "`"))
        + line("Scope", knob.scope().name().toLowerCase(java.util.Locale.ROOT))
        + line("Applied", dated(knob.appliesWhen(), when -> when.words()))
        + line(
            "Kept by the server over a restart", dated(knob.persistable(), p -> p ? "yes" : "no"))
        + line("Manual", "<" + lastManual(knob) + ">")
        + "\n";
  }

  /** Of the last releases that have it. */
  private static String lastManual(Knob knob) {
    return knob.manual().eras().stream()
        .filter(era ->
            era.since().isEmpty()
                || knob.releases().until().isEmpty()
                || era.since().get().compareTo(knob.releases().until().get()) < 0)
        .toList()
        .getLast()
        .value();
  }

  private static String line(String title, String text) {
    return "- " + title + ": " + text + "\n";
  }

  private static <T> String dated(Dated<T> values, Function<T, String> print) {
    return values.eras().stream()
        .map(era ->
            era.since().map(since -> "from " + since + " ").orElse("") + print.apply(era.value()))
        .collect(Collectors.joining("; "));
  }
}
