package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.analysis.FindingSettings;
import io.tutti.analysis.Severity;
import io.tutti.app.ControllerSettings.LogLevel;
import io.tutti.discovery.DiscoverySettings;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.promotion.Carry;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final String EVERYTHING =
      """
      tutti:
        http: {port: 7400, address: 0.0.0.0}
        token: open-sesame
        target:
          user: monitor
          password: s3cret
          tls: required
          driver: mariadb
          statement-timeout: 500ms
        target-overrides:
          - {pattern: "db-eu-*", user: eu, password: other, tls: VERIFIED}
          - {pattern: "db-eu-1:3307", driver: mysql, statement-timeout: PT2S}
        replication: {user: repl, password: r3pl}
        heartbeats:
          - {schema: percona, table: heartbeat}
          - {pattern: "db9:*", schema: meta, table: beat, time-column: at}
        store: {url: "jdbc:postgresql://x/y", user: store, password: st0re}
        discovery:
          poll-interval: 2s
          jitter: 0.5
          contact-timeout: 4s
          first-contact-timeout: 9s
          forget-after: 2d
          alias-recheck: 1m
          concurrent-contacts-max: 8
          instances-max: 100
        plugins:
          folders: [/opt/a, /opt/b]
        seeds: ["db1:3306", "db2"]
        log-level: debug
      """;

  @TempDir private Path home;

  private ControllerSettings read(Map<String, String> environment, String... flags) {
    return SettingsReader.read(List.of(flags), environment, home);
  }

  /** One that names none takes nothing over, whatever the others do. */
  @Test
  void aClusterMayTakeOverSomethingElse() throws IOException {
    Files.writeString(
        home.resolve("tutti.yaml"),
        """
        tutti:
          failover:
            carry: [settings, events]
            clusters:
              - {name: one, carry: [events]}
              - {name: two, carry: events}
              - {name: three, carry: []}
              - {name: four, hold: 4h}
        """);
    FailoverSettings failover = read(Map.of()).failover().toCore();
    assertThat(failover.usual().terms().carry()).containsExactly(Carry.SETTINGS, Carry.EVENTS);
    assertThat(failover.clusters())
        .extracting(FailoverSettings.Named::carry)
        .containsExactly(
            Optional.of(List.of(Carry.EVENTS)),
            Optional.of(List.of(Carry.EVENTS)),
            Optional.of(List.of()),
            Optional.empty());
    assertThat(
            read(Map.of("TUTTI_FAILOVER_CARRY", "events"))
                .failover()
                .toCore()
                .usual()
                .terms()
                .carry())
        .containsExactly(Carry.EVENTS);
  }

  @Test
  void hasDefaultsThatServeOneMachine() {
    ControllerSettings settings = read(Map.of());

    assertThat(settings.home()).isEqualTo(Path.of(System.getProperty("user.home"), ".tutti"));
    assertThat(settings.http())
        .isEqualTo(
            new ControllerSettings.Http(7306, "127.0.0.1", Optional.empty(), Optional.empty()));
    assertThat(settings.token()).isEmpty();
    assertThat(settings.discovery().instancesMax()).isEmpty();
    assertThat(settings.reading())
        .usingRecursiveComparison()
        .ignoringFields("instancesMax")
        .isEqualTo(DiscoverySettings.DEFAULT);
    assertThat(settings.reading().instancesMax())
        .isEqualTo(HeapShare.instances(Optional.empty(), Runtime.getRuntime().maxMemory()));
    assertThat(settings.target().user()).isEqualTo("tutti");
    assertThat(settings.target().tls()).isEqualTo(TlsMode.DISABLED);
    assertThat(settings.target().driver()).isEqualTo(Target.AUTOMATIC);
    assertThat(settings.target().statementTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.store().url()).isEmpty();
    assertThat(settings.seeds()).isEmpty();
    assertThat(settings.logLevel()).isEqualTo(LogLevel.INFO);
  }

  @Test
  void takesEverySettingFromTheFile() throws IOException {
    Files.writeString(home.resolve("tutti.yaml"), EVERYTHING);

    ControllerSettings settings = read(Map.of("TUTTI_HOME", home.toString()));

    assertThat(settings.home()).isEqualTo(home);
    assertThat(settings.http())
        .isEqualTo(
            new ControllerSettings.Http(7400, "0.0.0.0", Optional.empty(), Optional.empty()));
    assertThat(settings.token()).contains(new Secret("open-sesame"));
    assertThat(settings.replication())
        .isEqualTo(
            new ControllerSettings.Replication(
                Optional.of("repl"), Optional.of(new Secret("r3pl")), Optional.empty()));
    assertThat(settings.store())
        .isEqualTo(
            new ControllerSettings.Store(
                Optional.of("jdbc:postgresql://x/y"),
                Optional.of("store"),
                Optional.of(new Secret("st0re")),
                Optional.empty()));
    assertThat(settings.reading())
        .isEqualTo(
            new DiscoverySettings(
                Duration.ofSeconds(2),
                0.5,
                Duration.ofSeconds(4),
                Duration.ofSeconds(9),
                Duration.ofDays(2),
                Duration.ofMinutes(1),
                8,
                100,
                Duration.ofSeconds(4)));
    assertThat(settings.plugins().folders()).containsExactly(Path.of("/opt/a"), Path.of("/opt/b"));
    assertThat(settings.seeds()).containsExactly("db1:3306", "db2");
    assertThat(settings.logLevel()).isEqualTo(LogLevel.DEBUG);
  }

  private FindingSettings findings(Map<String, String> environment, String... flags) {
    return read(environment, flags).findingSettings();
  }

  @Test
  void switchesOfSingleFindingsAreTakenFromFileEnvironmentAndFlags() throws IOException {
    assertThat(findings(Map.of())).isEqualTo(FindingSettings.USUAL);
    Files.writeString(
        home.resolve("tutti.yaml"),
        """
        tutti:
          findings:
            starts-unfenced: {enabled: false}
            REPLICA_LAGGING: {threshold: 2m, severity: critical}
        """);
    FindingSettings fromAll =
        findings(
            Map.of(
                "TUTTI_HOME",
                home.toString(),
                "TUTTI_FINDINGS_COMMITS_NOT_DURABLE_SEVERITY",
                "warning"),
            "--tutti.findings.fenced.enabled=false");

    assertThat(fromAll.byCode())
        .isEqualTo(
            Map.of(
                "STARTS_UNFENCED",
                new FindingSettings.Switch(true, Optional.empty(), Optional.empty()),
                "REPLICA_LAGGING",
                new FindingSettings.Switch(
                    false, Optional.of(Severity.CRITICAL), Optional.of(120.0)),
                "COMMITS_NOT_DURABLE",
                new FindingSettings.Switch(false, Optional.of(Severity.WARNING), Optional.empty()),
                "FENCED",
                new FindingSettings.Switch(true, Optional.empty(), Optional.empty())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tutti.findings.replica-laging.enabled=false|write tutti.findings.replica-lagging",
        "--tutti.findings.fenced.enable=true|write tutti.findings.<code>.enabled",
        "--tutti.findings.fenced.enabled=perhaps|is not a",
        "--tutti.findings.fenced.severity=LOUD|is not one of NOTICE, WARNING, CRITICAL",
        "--tutti.findings.fenced.threshold=3s|The rule of FENCED has no threshold",
        "--tutti.findings.fenced.threshold=3s|WRITESET_SESSIONS_RECYCLED",
        "--tutti.findings.replica-lagging.threshold=-3s|cannot be \"-3s\"",
        "--tutti.findings.replica-lagging.threshold=30|a duration such as",
        "--tutti.findings.source-frozen.threshold=1s|from 4s to",
        "--tutti.findings.connections-exhausted.threshold=80|a percentage such as 90%",
        "--tutti.findings.connections-exhausted.threshold=101%|from 1% to 100%",
        "--tutti.findings.workers-without-work.threshold=8.5|a whole number, from 2 to",
        "--tutti.findings.group-commits-too-small.threshold=lots|without this setting it is 1.2"
      })
  void aWrongSwitchOfAFindingStopsTheStart(String flag, String said) {
    assertThatThrownBy(() -> read(Map.of(), flag))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.getMessage() + " " + e.remedies()).contains(said));
  }

  @Test
  void eachThresholdIsInItsOwnUnit() throws IOException {
    Files.writeString(
        home.resolve("tutti.yaml"),
        """
        tutti:
          findings:
            connections-exhausted: {threshold: 80%}
            group-commits-too-small: {threshold: 1.5}
            workers-without-work: {threshold: 16}
            source-frozen: {threshold: 500s}
        """);

    assertThat(findings(Map.of("TUTTI_HOME", home.toString())).byCode())
        .extractingByKeys(
            "CONNECTIONS_EXHAUSTED",
            "GROUP_COMMITS_TOO_SMALL",
            "WORKERS_WITHOUT_WORK",
            "SOURCE_FROZEN")
        .extracting(each -> each.threshold().orElseThrow())
        .containsExactly(80.0, 1.5, 16.0, 500.0);
  }

  @Test
  void aWrongSwitchInTheEnvironmentIsNamedAsItWasWritten() {
    assertThatThrownBy(() -> read(Map.of("TUTTI_FINDINGS_REPLICA_LAGGING_SEVERITY", "LOUD")))
        .hasMessageContaining("environment variable TUTTI_FINDINGS_REPLICA_LAGGING_SEVERITY");
  }

  @Test
  void overridesTheTargetByPattern() throws IOException {
    Files.writeString(home.resolve("tutti.yaml"), EVERYTHING);
    ConfiguredTargets targets = ConfiguredTargets.of(read(Map.of("TUTTI_HOME", home.toString())));

    Target general = targets.targetFor(InstanceAddress.parse("db1:3306"));
    Target european = targets.targetFor(InstanceAddress.parse("DB-EU-1:3307"));

    assertThat(general.credentials().user()).isEqualTo("monitor");
    assertThat(general.credentials().password()).isEqualTo("s3cret");
    assertThat(general.tls()).isEqualTo(TlsMode.REQUIRED);
    assertThat(general.preferredDriver()).isEqualTo("mariadb");
    assertThat(general.statementTimeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(european.credentials().user()).isEqualTo("eu");
    assertThat(european.credentials().password()).isEqualTo("other");
    assertThat(european.tls()).isEqualTo(TlsMode.VERIFIED);
    assertThat(european.preferredDriver()).isEqualTo("mysql");
    assertThat(european.statementTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(targets.heartbeatsFor(InstanceAddress.parse("db9:1")))
        .containsExactly(
            new HeartbeatTable("percona", "heartbeat", "ts"),
            new HeartbeatTable("meta", "beat", "at"));
  }

  @ParameterizedTest
  @CsvSource({
    "db*, db7:3306, true",
    "db*:3306, db7:3307, false",
    "db7, db7:3307, true",
    "db7, db71:3307, false",
    "*:3307, db7:3307, true",
    "10.0.0.*:*, 10.0.0.9:1, true",
    "10.0.0.*, 10x0.0.9:1, false",
    "[2001:db8::*], [2001:db8::7]:3306, true",
    "[2001:db8::7]:3306, [2001:db8::7]:3306, true",
    "[2001:db8::7]:3306, [2001:db8::7]:3307, false"
  })
  void fitsPatterns(String pattern, String address, boolean fits) {
    assertThat(
            ConfiguredTargets.compile(pattern)
                .matcher(InstanceAddress.parse(address).toString())
                .matches())
        .isEqualTo(fits);
  }

  @Test
  void letsFlagsWinOverEnvironmentAndThatOverTheFile() throws IOException {
    Files.writeString(home.resolve("tutti.yaml"), EVERYTHING);
    Map<String, String> environment =
        Map.of(
            "TUTTI_HOME",
            home.toString(),
            "TUTTI_HTTP_PORT",
            "0",
            "TUTTI_HTTP_ADDRESS",
            "::1",
            "TUTTI_SEEDS",
            "a:1, b:2",
            "TUTTI_SERVICE_HOST",
            "set by something else");

    ControllerSettings settings = read(environment, "--tutti.http.address=127.0.0.2");

    assertThat(settings.http())
        .isEqualTo(new ControllerSettings.Http(0, "127.0.0.2", Optional.empty(), Optional.empty()));
    assertThat(settings.seeds()).containsExactly("a:1", "b:2");
    assertThat(settings.target().user()).isEqualTo("monitor");
  }

  @Test
  void readsSecretsFromFilesAndPrintsNone() throws IOException {
    Path file = Files.writeString(home.resolve("password"), "fr0mfile\n");
    ControllerSettings settings =
        read(
            Map.of(
                "TUTTI_TARGET_PASSWORD_FILE",
                file.toString(),
                "TUTTI_REPLICATION_USER",
                "repl",
                "TUTTI_REPLICATION_PASSWORD",
                "s3cret",
                "TUTTI_STORE_PASSWORD",
                "s3cret",
                "TUTTI_TOKEN",
                "s3cret"));

    Target target = ConfiguredTargets.of(settings).targetFor(InstanceAddress.parse("db1"));

    assertThat(target.credentials().password()).isEqualTo("fr0mfile");
    assertThat(settings + " " + target).doesNotContain("s3cret").doesNotContain("fr0mfile");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tutti.htp.port=1|There is no setting tutti.htp.port (flag --tutti.htp.port).|write"
            + " tutti.http.port",
        "--tutti.discovery.pol-interval=1s|There is no setting tutti.discovery.pol-interval (flag"
            + " --tutti.discovery.pol-interval).|write tutti.discovery.poll-interval",
        "--tutti.http=1|There is no setting tutti.http |write tutti.http.",
        "--spring.main.banner-mode=off|There is no setting spring.main|see docs/configuration.md",
        "--tutti.http.port=80x|\"80x\" is not a whole number|correct it",
        "--tutti.target.tls=maybe|\"maybe\" is not one of DISABLED, REQUIRED, VERIFIED|correct it",
        "--tutti.discovery.poll-interval=1|\"1\" is not a duration|correct it",
        "--tutti.discovery.poll-interval=1ms|the poll interval must be 10 ms or more|see docs",
        "--tutti.target-overrides[0].user=x|tutti.target-overrides[0] is not valid: its pattern is"
            + " missing.|correct it",
        "port=1|is not of the form --tutti.KEY=VALUE|see docs/configuration.md"
      })
  void refusesToStartWith(String flag, String observed, String remedy) {
    assertThatThrownBy(() -> read(Map.of(), flag))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(observed.strip())
        .hasMessageContaining(remedy);
  }

  @Test
  void saysWhereAWrongSettingWasWritten() throws IOException {
    Path file = Files.writeString(home.resolve("tutti.yaml"), "tutti:\n  http:\n    port: 80x\n");
    assertThatThrownBy(() -> read(Map.of()))
        .hasMessageContaining("tutti.http.port")
        .hasMessageContaining(file.toString())
        .hasMessageContaining("line 3")
        .hasMessageContaining("\"80x\" is not a whole number");

    Files.writeString(file, "tutti:\n  htp:\n    port: 8000\n");
    assertThatThrownBy(() -> read(Map.of()))
        .hasMessageContaining("There is no setting tutti.htp.port")
        .hasMessageContaining("line 3");

    Files.delete(file);
    assertThatThrownBy(() -> read(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "soon")))
        .hasMessageContaining("environment variable TUTTI_DISCOVERY_POLL_INTERVAL")
        .hasMessageContaining("\"soon\" is not a duration");
  }

  @Test
  void neverShowsAWrongSecretInTheMessage() {
    ControllerSettings settings =
        read(Map.of(), "--tutti.token=s3cret", "--tutti.token-file=/nonexistent");

    assertThatThrownBy(() -> Secrets.resolve("tutti.token", settings.token(), settings.tokenFile()))
        .hasMessageContaining("tutti.token-file")
        .hasMessageNotContaining("s3cret");
  }
}
