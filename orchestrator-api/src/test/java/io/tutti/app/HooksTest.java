package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.app.RunningController.Answer;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks as they are set up, listed and tried. */
class HooksTest {
  private static final List<String> RIGHT =
      List.of(
          "--tutti.hooks.vip.kind=made-up",
          "--tutti.hooks.vip.events=before-fence,after-*",
          "--tutti.hooks.vip.command=take,eth0",
          "--tutti.hooks.vip.policy=MAY_ABORT",
          "--tutti.hooks.vip.secret=sixteen bytes or more");

  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();

  /** Says what it is told, and fails where its command says so. */
  private static final class MadeUp implements HookProvider {
    @Override
    public String kind() {
      return "made-up";
    }

    @Override
    public Hook open(HookOptions options, Messages messages) {
      if (options.command().isEmpty()) {
        throw new IllegalArgumentException("it has no command");
      }
      return new Hook() {
        @Override
        public HookOutcome call(HookEvent event, Deadline deadline) {
          String facts = HookFacts.json(event);
          return options.command().contains("fail")
              ? new HookOutcome.Failed("It ended with 3.", facts)
              : new HookOutcome.Succeeded(facts);
        }

        @Override
        public String describe() {
          return String.join(" ", options.command());
        }
      };
    }
  }

  @AfterEach
  void close() {
    servers.close();
  }

  private RunningController start(List<String> flags) {
    return RunningController.start(
        home, new Plugins(List.of(servers), List.of(new MadeUp())), flags.toArray(String[]::new));
  }

  @Test
  void areListedAndTriedWithFactsThatAreMadeUp() {
    try (RunningController running = start(RIGHT)) {
      Answer listed = running.get("/api/v1/hooks");
      Answer tried = running.post("/api/v1/hooks/vip:test", "{\"event\":\"after-unfence\"}");

      assertThat(listed.json().at("/items/0").toString())
          .isEqualTo(
              "{\"name\":\"vip\",\"kind\":\"made-up\",\"events\":[\"after-failover\",\"after-switchover\",\"after-relocation\",\"before-fence\",\"after-fence\","
                  + "\"after-unfence\",\"after-resolve\",\"after-rollout-wave\",\"after-backup-begin\",\"after-backup-end\",\"after-detection\"],\"deadline\":\"PT30S\",\"policy\":\"MAY_ABORT\",\"calls\":\"take"
                  + " eth0\"}");
      assertThat(tried.json().at("/succeeded").asBoolean()).isTrue();
      assertThat(tried.json().at("/output").asString())
          .contains("\"event\":\"after-unfence\"", "\"sample\":true", "source.invalid");
      assertThat(running.get("/api/v1/audit").json().toString())
          .contains("hook.tested", "Hook vip (after-unfence) succeeded");
    }
  }

  @Test
  void oneThatFailsSaysWhy() {
    List<String> failing =
        Stream.concat(
                RIGHT.stream().filter(flag -> !flag.contains(".command=")),
                Stream.of("--tutti.hooks.vip.command=fail"))
            .toList();
    try (RunningController running = start(failing)) {
      Answer tried = running.post("/api/v1/hooks/vip:test", "{\"event\":\"before-fence\"}");

      assertThat(tried.status()).isEqualTo(200);
      assertThat(tried.json().at("/succeeded").asBoolean()).isFalse();
      assertThat(tried.json().at("/why").asString()).isEqualTo("It ended with 3.");
    }
  }

  @Test
  void whatThereIsNotIsRefusedWithWhatThereIs() {
    try (RunningController running = start(RIGHT)) {
      Answer noHook = running.post("/api/v1/hooks/vop:test", "{\"event\":\"before-fence\"}");
      Answer noEvent = running.post("/api/v1/hooks/vip:test", "{\"event\":\"before-lunch\"}");
      Answer none = running.post("/api/v1/hooks/vip:test", "{}");

      assertThat(noHook.status()).isEqualTo(400);
      assertThat(noHook.json().toString()).contains("no hook \\\"vop\\\"", "there are: vip");
      assertThat(noEvent.json().toString())
          .contains("no event \\\"before-lunch\\\"", "after-fence");
      assertThat(none.status()).isEqualTo(400);
    }
  }

  @Test
  void aViewerMayNotTryThem() {
    try (RunningController running = start(RIGHT)) {
      Answer made =
          running.post("/api/v1/tokens", "{\"name\":\"eve\",\"role\":\"VIEWER\",\"ttl\":\"PT1H\"}");
      String eve = "Bearer " + made.json().path("token").asString();

      assertThat(running.send("GET", "/api/v1/hooks", "", eve).status()).isEqualTo(200);
      assertThat(
              running
                  .send("POST", "/api/v1/hooks/vip:test", "{\"event\":\"before-fence\"}", eve)
                  .status())
          .isEqualTo(403);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kind=unheard       | there is no kind "unheard"; there are: made-up
          events=before-noon | there is no event "before-noon"
          events=            | it has no events
          command=           | it has no command
          deadline=0s        | its deadline is not positive
          """)
  void oneThatIsNotRightStopsTheStart(String wrong, String why) {
    String key = "--tutti.hooks.vip." + wrong.split("=", 2)[0] + "=";
    List<String> flags =
        Stream.concat(
                RIGHT.stream().filter(flag -> !flag.startsWith(key)),
                Stream.of("--tutti.hooks.vip." + wrong))
            .toList();

    assertThatThrownBy(() -> start(flags).close())
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("The hook tutti.hooks.vip is not right: " + why)
        .hasMessageNotContaining("sixteen bytes");
  }

  @Test
  void theEnvironmentSetsNone() {
    assertThat(
            SettingsReader.read(RIGHT, Map.of("TUTTI_HOOKS_OTHER_KIND", "made-up"), home).hooks())
        .containsOnlyKeys("vip");
  }

  @Test
  void optionsKeepTheirNames() throws IOException {
    Files.writeString(
        home.resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            proxy:
              kind: made-up
              options:
                password-file: /run/secrets/proxy
                writer-hostgroup: 10
        """);
    assertThat(
            SettingsReader.read(
                    List.of("--tutti.home=" + home, "--tutti.hooks.proxy.options.user=tutti"),
                    Map.of(),
                    home)
                .hooks())
        .extractingByKey("proxy")
        .satisfies(hook ->
            assertThat(hook.options())
                .isEqualTo(
                    Map.of(
                        "password-file",
                        "/run/secrets/proxy",
                        "writer-hostgroup",
                        "10",
                        "user",
                        "tutti")));
  }

  @Test
  void aKeyThatThereIsNotIsRefusedWithTheNearest() {
    List<String> flags =
        Stream.concat(RIGHT.stream(), Stream.of("--tutti.hooks.vip.dedline=3s")).toList();

    assertThatThrownBy(() -> start(flags).close())
        .hasMessageContaining("write tutti.hooks.<name>.deadline");
  }
}
