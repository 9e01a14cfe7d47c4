package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.store.AuditRecord;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A source, and a replica of it that takes writes. */
class SilencedTest {
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final String CODE = "REPLICA_WRITABLE";

  private final KeptRecords kept = new InMemoryRecords().records();
  private final InMemoryStore store = new InMemoryStore();
  private final SimulatedTime time = new SimulatedTime();
  private final SilenceDesk desk = new SilenceDesk(kept, store, time);
  private TopologySnapshot topology = snapshot(true);
  private final World world =
      new World(
          () -> topology,
          kept,
          (state, what) -> List.of(),
          World.Rules.of(new Analysis(FindingCatalogue.rules())),
          time);

  private static TopologySnapshot snapshot(boolean isWritable) {
    States replica = States.of("b:1").serverId(2).replicatesFrom("a:1");
    return States.snapshot(
        States.of("a:1").writable().reached(),
        (isWritable ? replica.writable() : replica).reached());
  }

  /** How the finding is silenced, if it is there. */
  private Optional<Silenced> silenced() {
    JudgedWorld judged = world.judged();
    return judged.findings().stream()
        .filter(found -> found.finding().code().name().equals(CODE))
        .findFirst()
        .flatMap(found -> judged.silenced(found, time.instant()));
  }

  private void say(Silence.Kind kind, Extent of, Optional<Instant> until) {
    desk.silence(new Silence(kind, CODE, of, "ada", "known", time.instant(), until));
  }

  private Instant in(Duration span) {
    return time.instant().plus(span);
  }

  private List<String> audited() {
    return store.audit.stream().map(AuditRecord::action).toList();
  }

  @Test
  void whatIsMutedCountsAgainWhenItsTimeIsOver() {
    assertThat(silenced()).isEmpty();
    say(Silence.Kind.MUTED, Extent.of(REPLICA), Optional.of(in(Duration.ofHours(2))));

    assertThat(silenced()).map(Silenced::kind).contains(Silenced.Kind.MUTED);
    desk.expire();
    assertThat(silenced()).isPresent();
    time.tick(Duration.ofHours(2));
    assertThat(silenced()).isEmpty();

    desk.expire();
    assertThat(kept.silences().all()).isEmpty();
    assertThat(audited()).containsExactly("finding.muted", "finding.unmuted");
  }

  @Test
  void anAcknowledgementIsOfWhatIsThereAndNotOfWhatComesLater() {
    silenced();
    say(Silence.Kind.ACKNOWLEDGED, Extent.of(REPLICA), Optional.empty());
    assertThat(silenced()).map(Silenced::kind).contains(Silenced.Kind.ACKNOWLEDGED);

    topology = snapshot(false);
    world.judged().findings();
    time.tick(Duration.ofMinutes(1));
    topology = snapshot(true);

    assertThat(silenced()).isEmpty();
  }

  @Test
  void whatIsSaidOfAClusterIsSaidOfAllItsServers() {
    String cluster = world.view().topology().clusters().getFirst().name();
    say(Silence.Kind.MUTED, Extent.ofCluster(cluster), Optional.of(in(Duration.ofHours(1))));
    assertThat(silenced()).isPresent();

    assertThat(desk.unmute(CODE, Extent.ofCluster(cluster), "bob")).isTrue();
    assertThat(desk.unmute(CODE, Extent.ofCluster(cluster), "bob")).isFalse();
    say(Silence.Kind.MUTED, Extent.ofCluster("z:1"), Optional.of(in(Duration.ofHours(1))));
    assertThat(silenced()).isEmpty();
  }

  @Test
  void aDowntimeIsInTheRecordsUntilItIsOver() {
    desk.begin(
        new Downtime(
            Extent.of(REPLICA), "dba", "disk", "ada", time.instant(), in(Duration.ofHours(1))));

    assertThat(world.view().downtimeOf(REPLICA, time.instant())).isPresent();
    assertThat(world.view().downtimeOf(InstanceAddress.parse("a:1"), time.instant())).isEmpty();
    assertThat(silenced())
        .contains(
            new Silenced(
                Silenced.Kind.DOWNTIME,
                Extent.of(REPLICA),
                "dba",
                "disk",
                Optional.of(in(Duration.ofHours(1)))));

    time.tick(Duration.ofHours(1));
    assertThat(world.view().downtimeOf(REPLICA, time.instant())).isEmpty();
    assertThat(silenced()).isEmpty();
    desk.expire();
    assertThat(audited()).containsExactly("downtime.begun", "downtime.ended");
    assertThat(desk.end(Extent.of(REPLICA), "ada")).isFalse();
  }
}
