package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.FindingKind;
import io.tutti.app.SettingsCatalogue.Entry;
import io.tutti.spi.advice.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} is made here, from the settings records. */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("../docs/configuration.md");

  @Test
  void thePageSaysWhatTheCodeSays() throws IOException {
    String page = page();
    if (Boolean.getBoolean("tutti.update-docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
        .as(
            "docs/configuration.md is generated: run ./mvnw -pl orchestrator-api -am verify"
                + " -Dtest.jvm.options=-Dtutti.update-docs=true, and commit it")
        .isEqualTo(page);
  }

  private static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    for (Entry entry : SettingsCatalogue.entries()) {
      page.append("\n### `").append(entry.key()).append(entry.list() ? "[]" : "").append("`\n\n");
      page.append(wrapped(entry.description()));
      if (!entry.group()) {
        page.append("\n- Value: ")
            .append(entry.list() ? "list of " : "")
            .append(SettingValues.display(entry.type()))
            .append('\n');
        page.append("- Default: ")
            .append(entry.byDefault().isEmpty() ? "none" : "`" + entry.byDefault() + "`")
            .append('\n');
        entry
            .environmentName()
            .ifPresent(name ->
                page.append("- Environment: `")
                    .append(name)
                    .append(entry.list() ? "`, with commas\n" : "`\n"));
      }
      if (entry.key().equals(THRESHOLD)) {
        page.append(thresholds());
      }
    }
    return page.toString();
  }

  /** Lines of 110 characters at most, as on all pages. */
  private static String wrapped(String text) {
    return text.replaceAll("(.{1,110})(?: |$)", "$1\n");
  }

  private static String thresholds() {
    StringBuilder table = new StringBuilder(THRESHOLDS);
    for (FindingKind kind : FindingKind.all()) {
      kind.threshold()
          .ifPresent(each ->
              table.append(
                  "| [%s](findings/%s.md) | %s | %s | `%s` | %s |\n"
                      .formatted(
                          kind.name(),
                          kind.name(),
                          each.meaning(each.usual()),
                          each.unit().words(),
                          each.display(each.usual()),
                          limits(each))));
    }
    return table.toString();
  }

  private static String limits(Threshold threshold) {
    String least = "`%s`".formatted(threshold.display(threshold.least()));
    return switch (threshold.unit()) {
      case DURATION, PERCENT -> "%s to `%s`".formatted(least, threshold.display(threshold.most()));
      case COUNT, RATIO -> least + " or more";
    };
  }

  private static final String THRESHOLD = "tutti.findings.<code>.threshold";

  private static final String THRESHOLDS =
      """

      A threshold for a code that is not in this table stops the start.

      | code | found by default when | written as | default | limits |
      |---|---|---|---|---|
      """;

  private static final String HEAD =
      """
      <!-- Generated from io.tutti.app.ControllerSettings by ConfigurationPageTest; do not edit. -->
      # Configuration of the controller

      Settings come, in rising order, from

      1. `tutti.yaml` in the data folder (`TUTTI_HOME`), or without one there in the working directory;
      2. the environment;
      3. flags: `--tutti.http.port=7400`.

      A key that does not exist stops the start, and the message names the nearest one that does. An environment
      variable that begins with `TUTTI_` and is no setting is only warned of, because other programs set some, too
      (Kubernetes, for a service named `tutti`).

      ```yaml
      tutti:
        http:
          port: 7400
        target:
          user: tutti
          password-file: /run/secrets/tutti-target
        target-overrides:
          - pattern: "db-eu-*:3306"
            tls: VERIFIED
        heartbeats:
          - schema: percona
            table: heartbeat
        seeds: ["db1:3306"]
      ```

      ## All settings
      """;
}
