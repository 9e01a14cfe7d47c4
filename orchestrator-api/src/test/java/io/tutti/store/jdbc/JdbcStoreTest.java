package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.FindingTimes;
import io.tutti.store.FleetStore;
import io.tutti.store.Labels;
import io.tutti.store.jdbc.MadeUpStates.Filling;
import io.tutti.topology.Candidacy;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.Silence;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class JdbcStoreTest {
  @TempDir private Path folder;

  private String url() {
    return "jdbc:h2:file:" + folder.resolve("store");
  }

  private JdbcStore open() {
    return JdbcStore.open(url(), "", "");
  }

  @Test
  void isEmptyAtFirst() {
    try (JdbcStore store = open()) {
      assertThat(store.fleet().load()).isEqualTo(FleetStore.Contents.EMPTY);
      assertThat(store.audit().latest(Optional.empty(), 10)).isEmpty();
    }
  }

  @Test
  void knowsEverythingAgainAfterARestart() {
    List<Node> nodes =
        Arrays.stream(Filling.values())
            .map(filling -> MadeUpStates.node(filling, "db" + filling.ordinal() + ":3306"))
            .toList();
    Map<InstanceAddress, InstanceAddress> aliases =
        Map.of(InstanceAddress.parse("[::1]:3306"), InstanceAddress.parse("db1:3306"));
    Map<InstanceAddress, String> names = Map.of(InstanceAddress.parse("db1:3306"), "orders");
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.load();
      fleet.save(nodes);
      fleet.saveNames(Map.of(), Map.of(InstanceAddress.parse("db9:1"), "old"));
      fleet.saveNames(aliases, names);
    }
    try (JdbcStore store = open()) {
      FleetStore.Contents contents = store.fleet().load();
      assertThat(contents.nodes()).containsExactlyInAnyOrderElementsOf(nodes);
      assertThat(contents.aliases()).isEqualTo(aliases);
      assertThat(contents.clusterNames()).isEqualTo(names);
    }
  }

  /** Such as that of a client which ends its stream of events. */
  @Test
  void isThereForAllOthersAfterAThreadThatReadsItWasInterrupted() throws Exception {
    int servers = 2000;
    try (JdbcStore store = open()) {
      for (int i = 0; i < servers; i++) {
        store
            .labels()
            .saveTag(
                InstanceAddress.parse("db%d:1".formatted(i)),
                new Tagging(new Tag("x", "y".repeat(250)), TagNote.NONE));
      }
    }
    // Its pages are in the file only.
    try (JdbcStore store = JdbcStore.open(url() + ";CACHE_SIZE=16", "", "")) {
      Thread reader =
          Thread.ofVirtual()
              .start(() -> {
                Thread.currentThread().interrupt();
                assertThat(store.labels().tags()).hasSize(servers);
              });
      reader.join();

      assertThat(store.labels().tags()).hasSize(servers);
    }
  }

  @Test
  void keepsAliasesAndTagsUntilTheyAreRemoved() {
    InstanceAddress server = InstanceAddress.parse("db1:3306");
    Instant end = Instant.parse("2026-11-21T01:02:03.000004Z");
    Tagging tagging =
        new Tagging(
            new Tag("env", "prod"),
            new TagNote(Optional.of("ada"), Optional.of("audit"), Optional.of(end)));
    try (JdbcStore store = open()) {
      Labels labels = store.labels();
      labels.saveAlias("orders", "db1:3306");
      labels.saveAlias("orders", "db2:3306");
      labels.saveAlias("old", "db3:3306");
      labels.removeAlias("old");
      labels.savePlace(server, "db9:3306");
      labels.savePlace(server, "db2:3306");
      labels.saveTag(server, new Tagging(new Tag("env", "test"), TagNote.NONE));
      labels.saveTag(server, tagging);
      labels.saveTag(server, new Tagging(new Tag("rack", "a4"), TagNote.NONE));
      labels.removeTag(server, "rack");
    }
    try (JdbcStore store = open()) {
      assertThat(store.labels().aliases()).containsExactly(Map.entry("orders", "db2:3306"));
      assertThat(store.labels().places()).containsExactly(Map.entry(server, "db2:3306"));
      assertThat(store.labels().tags()).containsExactly(Map.entry(server, List.of(tagging)));
    }
  }

  @Test
  void readsTagsThatWereStoredBeforeTheyHadOwnersAndEnds() {
    InstanceAddress server = InstanceAddress.parse("db1:3306");
    Flyway.configure(JdbcStore.class.getClassLoader())
        .dataSource(url(), "", "")
        .locations("classpath:io/tutti/store/jdbc/migration")
        .table("tutti_schema_history")
        .placeholders(StoreDialect.H2.placeholders())
        .target("1")
        .load()
        .migrate();
    new JdbcTemplate(new DriverManagerDataSource(url(), "", ""))
        .update(
            "INSERT INTO instance_tag (address, name, tag_value) VALUES ('db1:3306', 'env', '')");
    try (JdbcStore store = open()) {
      assertThat(store.labels().tags())
          .containsExactly(
              Map.entry(server, List.of(new Tagging(new Tag("env", ""), TagNote.NONE))));
    }
  }

  @Test
  void silencesDowntimesAndTimesOfFindingsSurviveARestart() {
    Silence silence =
        new Silence(
            Silence.Kind.MUTED,
            "FENCED",
            Extent.of(InstanceAddress.parse("db1:3306")),
            "ada",
            "known",
            Instant.EPOCH,
            Optional.of(Instant.EPOCH.plusSeconds(7200)));
    Downtime downtime =
        new Downtime(
            Extent.ofCluster("db1:3306"),
            "dba",
            "disk",
            "ada",
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(1));
    FindingTimes.Key lagging = new FindingTimes.Key("REPLICA_LAGGING", "db1:3306/a");
    FindingTimes.Key fenced = new FindingTimes.Key("FENCED", "db1:3306");
    Instant since = Instant.parse("2026-11-23T08:41:12.345678901Z");
    try (JdbcStore store = open()) {
      store.records().silences().save(silence);
      store.records().silences().save(silence);
      store.records().downtimes().save(downtime);
      store.findingTimes().save(Map.of(lagging, Instant.EPOCH, fenced, since), Set.of());
      store.findingTimes().save(Map.of(lagging, since), Set.of(fenced));
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().silences().all()).containsExactly(silence);
      assertThat(store.records().downtimes().all()).containsExactly(downtime);
      assertThat(store.findingTimes().load()).isEqualTo(Map.of(lagging, since));
      store.records().silences().remove("FENCED", silence.of());
      store.records().downtimes().remove(downtime.of());
      assertThat(store.records().silences().all()).isEmpty();
      assertThat(store.records().downtimes().all()).isEmpty();
    }
  }

  @Test
  void keepsWhoWasBelowASource() {
    InstanceAddress source = InstanceAddress.parse("db1:3306");
    RememberedCluster cluster =
        new RememberedCluster(
            source,
            List.of(new RememberedCluster.Member(InstanceAddress.parse("db2:3306"), false, true)),
            Optional.of("known as"));
    try (JdbcStore store = open()) {
      store.records().remembered().save(cluster);
      store.records().remembered().save(cluster);
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().remembered().all()).containsExactly(cluster);
      store.records().remembered().remove(source);
      assertThat(store.records().remembered().all()).isEmpty();
    }
  }

  @Test
  void keepsHoldsAndCandidates() {
    InstanceAddress server = InstanceAddress.parse("db1:3306");
    Instant since = Instant.parse("2026-11-21T01:02:03.000004Z");
    FailoverHold hold =
        new FailoverHold("orders", List.of(server), server, false, since, since.plusSeconds(3600));
    Candidacy candidacy =
        new Candidacy(server, "must_not", "dba", "disk", "ada", since, Optional.empty());
    try (JdbcStore store = open()) {
      store.records().holds().save(hold);
      store.records().holds().save(hold);
      store.records().candidacies().save(candidacy);
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().holds().all()).containsExactly(hold);
      assertThat(store.records().candidacies().all()).containsExactly(candidacy);
      store.records().holds().remove(hold);
      store.records().candidacies().remove(server);
      assertThat(store.records().holds().all()).isEmpty();
      assertThat(store.records().candidacies().all()).isEmpty();
    }
  }

  @Test
  void savesTheNewestStateAndForgetsWhatIsRemoved() {
    Node first = MadeUpStates.node(Filling.KNOWN, "db1:3306");
    Node changed = MadeUpStates.node(Filling.UNKNOWN, "db1:3306");
    Node other = MadeUpStates.node(Filling.KNOWN, "db2:3306");
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.save(List.of(first, other));
      fleet.save(List.of(changed));
      fleet.remove(other.address());
      fleet.remove(InstanceAddress.parse("db3:3306"));

      assertThat(fleet.load().nodes()).containsExactly(changed);
      fleet.save(List.of(other));
      assertThat(fleet.load().nodes()).containsExactlyInAnyOrder(changed, other);
    }
  }

  @Test
  void keepsAnInstanceOfSixteenThousandWorkers() {
    Node node = MadeUpStates.node(Filling.KNOWN, "db1:3306");
    InstanceState state = node.state().orElseThrow();
    List<io.tutti.model.Channel> channels = state.knownChannels();
    InstanceState huge =
        copy(
            state,
            state.observedAt(),
            Observed.known(java.util.Collections.nCopies(4_000, channels.getFirst())));
    try (JdbcStore store = open()) {
      store.fleet().save(List.of(node.withState(huge)));
    }
    try (JdbcStore store = open()) {
      assertThat(store.fleet().load().nodes())
          .extracting(Node::state)
          .containsExactly(Optional.of(huge));
    }
  }

  @Test
  void keepsTheAuditInOrderNewestFirst() {
    Instant at = Instant.parse("2026-11-20T12:00:00.000000001Z");
    AuditRecord one = new AuditRecord(at, "ann", "instance.found", "db1:3306", Outcome.DONE, "a");
    AuditRecord two = new AuditRecord(at, "bob", "instance.lost", "db2:3306", Outcome.FAILED, "b");
    AuditRecord three = new AuditRecord(at, "cy", "skip", "db1:3306", Outcome.REFUSED, "\u00e9");
    try (JdbcStore store = open()) {
      List.of(one, two, three).forEach(store.audit()::append);
    }
    try (JdbcStore store = open()) {
      assertThat(store.audit().latest(Optional.empty(), 10)).containsExactly(three, two, one);
      assertThat(store.audit().latest(Optional.empty(), 1)).containsExactly(three);
      assertThat(store.audit().latest(Optional.of("db1:3306"), 10)).containsExactly(three, one);
    }
  }

  @Test
  void findsInTheAuditWhatFitsAllThatIsGiven() {
    Instant at = Instant.parse("2026-11-20T12:00:00Z");
    AuditRecord old = new AuditRecord(at, "ann", "crash.fence", "db1:3306", Outcome.DONE, "a");
    AuditRecord other =
        new AuditRecord(at.plusSeconds(60), "bob", "crash.fence", "db2:3306", Outcome.DONE, "b");
    AuditRecord near =
        new AuditRecord(at.plusSeconds(90), "ann", "crashing", "db1:3306", Outcome.DONE, "c");
    Optional<String> any = Optional.empty();
    try (JdbcStore store = open()) {
      List.of(old, other, near).forEach(store.audit()::append);

      assertThat(
              store
                  .audit()
                  .latest(new AuditFilter(any, any, Optional.of("crash"), Optional.empty(), 9)))
          .containsExactly(other, old);
      assertThat(
              store
                  .audit()
                  .latest(new AuditFilter(any, Optional.of("ann"), any, Optional.of(near.at()), 9)))
          .containsExactly(near);
      assertThat(
              store
                  .audit()
                  .latest(
                      new AuditFilter(
                          Optional.of("db1:3306"),
                          Optional.of("ann"),
                          Optional.of("crash.fence"),
                          Optional.of(at),
                          9)))
          .containsExactly(old);
    }
  }

  @Test
  void writesANewLineOfHistoryOnlyWhenDurabilityDiffers() {
    Instant t = Instant.parse("2026-11-20T12:00:00Z");
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.load();
      fleet.save(List.of(node(1, t)));
      fleet.save(List.of(node(1, t.plusSeconds(2))));
      fleet.save(List.of(node(0, t.plusSeconds(4))));
    }
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.load();
      fleet.save(List.of(node(0, t.plusSeconds(6))));
      fleet.save(List.of(node(1, t.plusSeconds(6))));

      assertThat(history(store))
          .containsExactly(
              t + " to " + t.plusSeconds(2) + " 1",
              t.plusSeconds(4) + " to " + t.plusSeconds(6) + " 0",
              t.plusSeconds(6).plusNanos(1) + " to " + t.plusSeconds(6).plusNanos(1) + " 1");
    }
  }

  /** As after a save that took long: the server was set, read, and started again meanwhile. */
  @Test
  void writesAllThatWasReadSinceTheLastTime() {
    Instant t = Instant.parse("2026-11-20T12:00:00Z");
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.load();
      fleet.save(List.of(node(0, t)));
      fleet.save(List.of(node(1, t.plusSeconds(2)), node(0, t.plusSeconds(4))));

      assertThat(history(store))
          .containsExactly(
              t + " to " + t + " 0",
              t.plusSeconds(2) + " to " + t.plusSeconds(2) + " 1",
              t.plusSeconds(4) + " to " + t.plusSeconds(4) + " 0");
      assertThat(fleet.durabilityBefore(InstanceAddress.parse("db1:3306"), t.plusSeconds(3)))
          .hasValueSatisfying(had -> assertThat(had.last()).isEqualTo(t.plusSeconds(2)));
    }
    try (JdbcStore store = open()) {
      assertThat(store.fleet().load().nodes())
          .singleElement()
          .satisfies(kept ->
              assertThat(kept.state().orElseThrow().durability().syncBinlog())
                  .isEqualTo(Observed.known(0L)));
    }
  }

  private static Node node(long syncBinlog, Instant observedAt) {
    InstanceState state = States.of("db1:3306").syncBinlog(Observed.known(syncBinlog)).build();
    InstanceState timed = copy(state, observedAt, state.channels());
    return Node.found(state.address(), Optional.empty(), observedAt).withState(timed);
  }

  private static InstanceState copy(
      InstanceState state, Instant observedAt, Observed<List<io.tutti.model.Channel>> channels) {
    return new InstanceState(
        state.address(),
        state.version(),
        observedAt,
        state.identity(),
        state.writeProtection(),
        state.binlog(),
        state.gtid(),
        state.durability(),
        state.parallel(),
        state.semiSync(),
        state.uptime(),
        state.settings(),
        state.counters(),
        channels,
        state.replicas(),
        state.stalledStatements(),
        state.tables(),
        state.startedAt(),
        state.events());
  }

  private static List<String> history(JdbcStore store) {
    return store
        .client()
        .sql(
            "SELECT first_confirmed_nanos, last_confirmed_nanos, durability FROM durability_history"
                + " ORDER BY first_confirmed_nanos")
        .query((row, number) ->
            Moments.ofNanos(row.getLong(1))
                + " to "
                + Moments.ofNanos(row.getLong(2))
                + " "
                + row.getString(3).replaceFirst("\\{\"syncBinlog\":\\{\"value\":(\\d+).*", "$1"))
        .list();
  }

  @Test
  void saysWhoHoldsAStoreThatIsInUse() throws IOException, InterruptedException {
    Process other = startVictim("hold");
    try {
      assertThat((char) other.getInputStream().read()).isEqualTo('.');
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              OrchestratorException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
                assertThat(e).hasMessageContaining("is in use by another controller");
                assertThat(e.remedies())
                    .anyMatch(remedy -> remedy.toString().contains("TUTTI_HOME"));
              });
    } finally {
      other.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void keepsEveryCommittedBatchWhenItsProcessIsKilled() throws IOException, InterruptedException {
    Process victim = startVictim("write");
    int batches = 0;
    while (batches < 25 && victim.getInputStream().read() == '.') {
      batches++;
    }
    victim.destroyForcibly().waitFor(10, TimeUnit.SECONDS);

    try (JdbcStore store = open()) {
      List<String> kept =
          store.fleet().load().nodes().stream().map(node -> node.address().toString()).toList();
      List<String> confirmed = new ArrayList<>();
      for (int i = 0; i < batches; i++) {
        confirmed.add("db" + i + ":3306");
      }
      assertThat(batches).isEqualTo(25);
      assertThat(kept).containsAll(confirmed);
      assertThat(store.audit().latest(Optional.empty(), 100)).hasSizeGreaterThanOrEqualTo(batches);
    }
  }

  private Process startVictim(String what) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            StoreVictim.class.getName(),
            url(),
            what)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** As after a full disk: H2 closes itself, and every connection of the pool is dead. */
  @Test
  void isOpenedAgainAfterItClosedItself() {
    Node before = MadeUpStates.node(Filling.KNOWN, "db1:3306");
    Node after = MadeUpStates.node(Filling.KNOWN, "db2:3306");
    try (JdbcStore store = open()) {
      FleetStore fleet = store.fleet();
      fleet.save(List.of(before));
      assertThatThrownBy(
              () -> {
                store.template().execute("SHUTDOWN IMMEDIATELY");
                store.ping();
              })
          .isInstanceOf(DataAccessException.class);

      await()
          .ignoreExceptions()
          .until(() -> {
            fleet.save(List.of(after));
            return true;
          });
      store.ping();
    }
    try (JdbcStore store = open()) {
      assertThat(store.fleet().load().nodes()).containsExactlyInAnyOrder(before, after);
    }
  }

  @Test
  void aRowThatDoesNotFitKeepsNoOtherFromBeingSaved() {
    try (JdbcStore store = open()) {
      store.template().execute("ALTER TABLE instance ALTER COLUMN document BINARY VARYING(2000)");
      FleetStore fleet = store.fleet();
      fleet.load();
      fleet.save(List.of(failing("db2:3306", 5000), failing("db1:3306", 5)));
      fleet.save(List.of(failing("db2:3306", 5001), failing("db3:3306", 5)));

      assertThat(fleet.load().nodes())
          .containsExactlyInAnyOrder(failing("db1:3306", 5), failing("db3:3306", 5));
    }
  }

  private static Node failing(String address, int characters) {
    Instant now = Instant.parse("2026-11-20T00:00:00Z");
    return new Node(
        InstanceAddress.parse(address),
        Optional.empty(),
        now,
        Optional.empty(),
        Optional.of(
            new ContactFailure(
                ErrorCode.NO_GREETING, "x".repeat(characters), Remedies.none(), now, now, 1)),
        true);
  }

  @Test
  void aRowThatCannotBeReadKeepsNoOtherFromBeingLoaded() {
    try (JdbcStore store = open()) {
      store.fleet().save(List.of(failing("db1:3306", 5), failing("db2:3306", 5)));
      store.template().update("UPDATE instance SET document = X'7b' WHERE address = 'db2:3306'");
      store.template().update("INSERT INTO instance_alias (alias, address) VALUES ('a b', 'x')");

      assertThat(store.fleet().load().nodes()).containsExactly(failing("db1:3306", 5));
    }
  }

  @Test
  void aRecordThatIsTooLongIsKeptShortened() {
    try (JdbcStore store = open()) {
      store
          .audit()
          .append(
              new AuditRecord(
                  Instant.EPOCH,
                  "a".repeat(500),
                  "b".repeat(500),
                  "c".repeat(500),
                  Outcome.DONE,
                  ""));

      assertThat(store.audit().latest(Optional.empty(), 1).getFirst().target())
          .hasSize(300)
          .endsWith("…");
    }
  }
}
