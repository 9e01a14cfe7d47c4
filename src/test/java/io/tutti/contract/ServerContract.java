package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ReplicaHint.Evidence;
import io.tutti.model.ServerIdentity;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.NamedLock;
import io.tutti.spi.ServerBanner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a flavor plugin promises of a server alone, whatever it replicates from. */
abstract class ServerContract extends FlavorServers {
  ServerContract(ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    super(release, provider, facts);
  }

  @Nested
  class ServersAreRecognised {
    @Test
    void claimsItsServerAndSaysByWhat() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));

      assertThat(provider.detect(banner))
          .isInstanceOfSatisfying(
              Detection.Claimed.class,
              claimed -> {
                assertThat(claimed.version().text())
                    .isEqualTo(servers.source().queryValue("SELECT @@version").orElseThrow());
                assertThat(claimed.evidence()).contains(banner.version());
              });
    }

    @Test
    void noOtherPluginClaimsIt() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));

      for (FlavorProvider other : ServiceLoader.load(FlavorProvider.class)) {
        if (!other.id().equals(provider.id())) {
          assertThat(other.detect(banner))
              .as(other.id())
              .isInstanceOfSatisfying(
                  Detection.Declined.class,
                  declined -> assertThat(declined.reason()).contains("this plugin takes"));
        }
      }
    }

    @Test
    void seesThroughAProxyThatAnnouncesAnotherVersion() {
      ServerBanner banner = sourceClient.readBanner(Deadline.after(DEADLINE));
      ServerBanner disguised = new ServerBanner("5.1.30-proxy", "proxy", banner.variables());

      assertThat(provider.detect(disguised))
          .isInstanceOfSatisfying(
              Detection.Claimed.class,
              claimed -> {
                assertThat(claimed.version().toString()).startsWith(release.version());
                assertThat(claimed.evidence()).contains("5.1.30-proxy");
              });
    }
  }

  @Nested
  class Identity {
    @Test
    void isWhatTheServerSays() {
      ServerIdentity identity = readReplica().identity();
      Row truth =
          ContractServers.row(
              servers.replica(), "SELECT @@server_id AS id, @@hostname AS host, @@port AS port");

      assertThat(known(identity.serverId()).toString()).isEqualTo(truth.find("id").orElseThrow());
      assertThat(known(identity.hostname())).isEqualTo(truth.find("host").orElseThrow());
      assertThat(known(identity.port())).isEqualTo(servers.replica().port());
      assertThat(known(identity.reportedAs()).port()).isEqualTo(servers.replica().port());
    }

    @Test
    void distinguishesTwoServersAndKnowsOneAgain() {
      ServerIdentity source = readSource().identity();

      assertThat(source.isSameServerAs(readReplica().identity())).isFalse();
      assertThat(source.isSameServerAs(readSource().identity())).isTrue();
    }

    /** By these a process is distinguished from another one that began in the same second. */
    @Test
    void showsWhichProcessAnswersAndNothingSetsThatBack() {
      ProcessObservation before = known(readSource().startedAt()).seen().orElseThrow();
      servers.source().execute("FLUSH STATUS");
      ProcessObservation after = known(readSource().startedAt()).seen().orElseThrow();

      assertThat(after.session()).isEqualTo(before.session());
      assertThat(known(before.connections())).isPositive();
      assertThat(known(after.connections())).isGreaterThan(known(before.connections()));
      assertThat(after.writing()).isEqualTo(readSource().binlog().position());
    }

    @Test
    void hasAUuidOnlyInTheUuidFamily() {
      Observed<String> uuid = readSource().identity().serverUuid();

      if (can(Capability.UUID_GTID)) {
        assertThat(known(uuid))
            .isEqualTo(servers.source().queryValue("SELECT @@server_uuid").orElseThrow());
      } else {
        assertThat(uuid).isInstanceOf(Observed.Absent.class);
      }
    }
  }

  @Nested
  class Settings {
    @Test
    void areAsTheServerPrintsThem() {
      Map<String, String> printed = new HashMap<>();
      for (Row row : servers.replica().query("SHOW GLOBAL VARIABLES")) {
        printed.put(
            row.find("Variable_name").orElseThrow().toLowerCase(java.util.Locale.ROOT),
            row.find("Value").orElse(""));
      }

      Map<String, String> read = new HashMap<>(readReplica().settings().values());
      // What a named connection has of its own is spelled as in an option file: east.variable.
      read.keySet().removeIf(name -> name.contains("."));

      assertThat(read).hasSizeGreaterThan(40);
      assertThat(printed).containsAllEntriesOf(read);
    }

    @Test
    void followAChange() {
      servers.replica().execute("SET GLOBAL read_only = 0");
      assertThat(readReplica().writeProtection().readOnly().is(false)).isTrue();
      servers.replica().execute("SET GLOBAL read_only = 1");
      assertThat(readReplica().writeProtection().readOnly().is(true)).isTrue();
      assertThat(readSource().writeProtection().readOnly().is(false)).isTrue();
    }

    @Test
    void reportWriteProtectionThatTheFlavorHas() {
      InstanceState state = readReplica();

      assertThat(state.writeProtection().superReadOnly().isKnown())
          .isEqualTo(can(Capability.SUPER_READ_ONLY));
      assertThat(state.writeProtection().offlineMode().isKnown())
          .isEqualTo(can(Capability.OFFLINE_MODE));
      assertThat(state.writeProtection().superReadOnly().isUnknown()).isFalse();
    }

    @Test
    void reportDurabilityAndParallelism() {
      InstanceState state = readReplica();

      assertThat(known(state.durability().syncBinlog()).toString())
          .isEqualTo(servers.replica().queryValue("SELECT @@sync_binlog").orElseThrow());
      assertThat(state.durability().flushLogAtCommit().is(1L)).isTrue();
      assertThat(known(state.parallel().workers())).isEqualTo(facts.workers());
    }
  }

  @Nested
  class Binlogs {
    @Test
    void endWhereTheServerSays() {
      insert("a");
      Row truth = ContractServers.row(servers.source(), facts.showBinlogPosition());

      assertThat(known(readSource().binlog().position()))
          .hasToString(
              truth.find("File").orElseThrow() + ":" + truth.find("Position").orElseThrow());
      assertThat(readSource().binlog().enabled().is(true)).isTrue();
      assertThat(readSource().binlog().format().is("ROW")).isTrue();
    }

    @Test
    void nameTheExecutedGtids() {
      insert("b");
      assertThat(known(readSource().gtid().executed())).isEqualTo(facts.executed(servers.source()));
      awaitCaughtUp();
      assertThat(known(readReplica().gtid().executed()))
          .isEqualTo(facts.executed(servers.replica()));
    }
  }

  @Nested
  class Surroundings {
    @Test
    void showTheReplicas() {
      List<ReplicaHint> hints = known(readSource().replicas());

      assertThat(hints)
          .anySatisfy(hint -> {
            assertThat(hint.evidence()).isEqualTo(Evidence.REGISTERED);
            assertThat(hint.port()).contains(servers.replica().port());
            assertThat(hint.serverId()).contains((long) servers.replica().port());
          });
      assertThat(hints).anyMatch(hint -> hint.evidence() == Evidence.CONNECTED);
    }

    @Test
    void showCountersThatGrow() {
      long before = known(known(readSource().counters()).count("Questions"));

      assertThat(known(known(readSource().counters()).count("Questions"))).isGreaterThan(before);
      assertThat(known(readSource().uptime())).isPositive();
    }

    @Test
    void showSemiSyncWhereItIsLoaded() {
      InstanceState source = readSource();
      InstanceState replica = readReplica();

      if (release.has(ServerFeature.SEMI_SYNC)) {
        assertThat(source.semiSync().sourceEnabled().is(true)).isTrue();
        assertThat(source.semiSync().connectedReplicas().is(1L)).isTrue();
        assertThat(source.semiSync().timeout().is(Duration.ofMillis(200))).isTrue();
        assertThat(replica.semiSync().replicaEnabled().is(true)).isTrue();
        assertThat(replica.semiSync().replicaActive().is(true)).isTrue();
      } else {
        assertThat(source.semiSync().sourceEnabled()).isInstanceOf(Observed.Absent.class);
        assertThat(replica.semiSync().replicaActive()).isInstanceOf(Observed.Absent.class);
      }
    }
  }

  @Nested
  class Claims {
    private static final Duration IDLE_MAX = Duration.ofSeconds(60);

    private InstanceClient client() {
      return servers.watch(servers.source());
    }

    private static NamedLock beside(InstanceClient client) {
      return known(client.claimBeside("tutti.auto", IDLE_MAX, Deadline.after(DEADLINE)));
    }

    private static NamedLock alone(InstanceClient client) {
      return known(client.claimAlone("tutti.act", IDLE_MAX, Deadline.after(DEADLINE)));
    }

    private static List<String> others(NamedLock claim) {
      return claim.others().stream().map(NamedLock.Holder::session).toList();
    }

    @Test
    void areSeenByBothThatHaveOneAndByAThird() {
      try (InstanceClient one = client();
          InstanceClient other = client();
          InstanceClient third = client()) {
        NamedLock first = beside(one);
        NamedLock second = beside(other);
        NamedLock none = beside(third);
        assertThat(List.of(first.isHeld(), second.isHeld(), none.isHeld()))
            .containsExactly(true, true, false);
        assertThat(first.others()).isEmpty();
        assertThat(others(second)).containsExactly(first.session());
        assertThat(others(none)).containsExactly(first.session(), second.session());
        assertThat(others(beside(one))).containsExactly(second.session());
      }
    }

    @Test
    void areOfOneAloneUntilItGivesItBackOrEnds() {
      try (InstanceClient other = client()) {
        try (InstanceClient one = client()) {
          assertThat(alone(one).isHeld()).isTrue();
          assertThat(alone(one).isHeld()).as("asked again").isTrue();
          assertThat(alone(other).isHeld()).isFalse();
          assertThat(others(alone(other))).containsExactly(alone(one).session());

          one.giveBack("tutti.act", Deadline.after(DEADLINE));
          assertThat(alone(other).isHeld()).isTrue();
          other.giveBack("tutti.act", Deadline.after(DEADLINE));
          assertThat(alone(one).isHeld()).isTrue();
        }
        await().atMost(PATIENCE).until(() -> alone(other).isHeld());
      }
    }
  }

  @Nested
  class Drivers {
    @Test
    void reportTheSame() {
      // A test before this one may have let a statement hang; it is left out for some seconds.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> readReplica().stalledStatements().isEmpty());
      for (String driver : facts.drivers()) {
        try (InstanceClient client =
            servers.watch(servers.replica(), ContractServers.WATCHER, driver)) {
          // For a moment in each second the receiver is at a heartbeat, and says so.
          await()
              .atMost(Duration.ofSeconds(60))
              .untilAsserted(() -> {
                InstanceState automatic = readReplica();
                InstanceState state =
                    client.statusReader().read(List.of(), Deadline.after(DEADLINE));

                assertThat(state.settings()).as(driver).isEqualTo(automatic.settings());
                assertThat(state.gtid()).as(driver).isEqualTo(automatic.gtid());
                assertThat(channel(state).receiver())
                    .as(driver)
                    .isEqualTo(channel(automatic).receiver());
                assertThat(state.stalledStatements()).isEmpty();
              });
        }
      }
    }
  }
}
