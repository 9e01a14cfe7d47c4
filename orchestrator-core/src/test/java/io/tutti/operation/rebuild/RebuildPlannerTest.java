package io.tutti.operation.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.backup.Coordinate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RebuildPlannerTest {
  private static final Observed<CloneStatus> CAN =
      Observed.known(
          new CloneStatus(
              CloneStatus.State.NONE,
              "",
              "",
              Observed.absent(States.WHY),
              Observed.absent(States.WHY),
              false,
              ""));

  private static final class Statements extends FakeStatements {
    @Override
    public Optional<String> dropReceived(String channel) {
      return Optional.of("BY GTID");
    }
  }

  private static final class Guide implements BackupGuide {
    @Override
    public List<Coordinate> coordinates(InstanceState state) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public List<Attachment> attachments(InstanceState state, Channel channel) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public Attachment attachBelow(InstanceAddress source, Optional<BinlogPosition> at) {
      return new Attachment(Attachment.By.GTID, source, List.of("BELOW " + source), "");
    }

    @Override
    public List<BackupTool> tools() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public Observed<Long> openTemporaryTables(InstanceState state) {
      throw new AssertionError(States.WHY);
    }
  }

  private static InstanceState replica(String address, Positioning positioning) {
    return States.of(address)
        .gtid("ON", Observed.known(GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-7")))
        .channel(Channels.from("a:1").positioning(positioning).build())
        .build();
  }

  private static RebuildPlanner planner(InstanceState donor, Observed<CloneStatus> copies) {
    return new RebuildPlanner(
        new RebuildFacts(
            replica("d:1", Positioning.AUTO_POSITION),
            Observed.known(List.of()),
            copies,
            donor,
            CAN),
        new Statements(),
        new Guide());
  }

  private static String said(RebuildPlanner planner) {
    return planner.steps(Optional.empty(), List.of("CLONE")).stream()
        .map(PlannedStep::statements)
        .flatMap(List::stream)
        .collect(Collectors.joining("; "));
  }

  @Test
  void aCopyOfAReplicaHasItsChannelAndItsAccount() {
    RebuildPlanner planner = planner(replica("b:1", Positioning.AUTO_POSITION), CAN);
    assertThat(planner.whyByHand()).isEmpty();
    assertThat(planner.needsAccount()).isFalse();
    assertThat(said(planner)).isEqualTo("STOP BOTH; CLONE; STOP BOTH; BY GTID; START BOTH");
  }

  @Test
  void aCopyOfASourceReplicatesFromIt() {
    RebuildPlanner planner =
        planner(States.of("a:1").gtid("ON", Observed.absent(States.WHY)).build(), CAN);
    assertThat(planner.needsAccount()).isTrue();
    assertThat(said(planner)).isEqualTo("STOP BOTH; CLONE; BELOW a:1; START BOTH");
  }

  /** Where that is, only the copy shows. */
  @Test
  void aCopyOfASourceWithoutGtidsGoesOnAtItsPlace() {
    assertThat(
            said(planner(States.of("a:1").gtid("OFF", Observed.absent(States.WHY)).build(), CAN)))
        .isEqualTo("STOP BOTH; CLONE; START BOTH");
  }

  @Test
  void itIsMarkedFirstAndItsMarkForgottenLast() {
    List<PlannedStep> steps =
        planner(replica("b:1", Positioning.AUTO_POSITION), CAN)
            .steps(Optional.of("lost rows"), List.of("CLONE"));
    assertThat(steps.getFirst().describe()).isEqualTo("mark d:1 to be rebuilt from b:1");
    assertThat(steps.getLast().describe())
        .isEqualTo("close the open restarts of d:1 and forget its mark");
  }

  @Test
  void whatCannotCopyIsCopiedByHand() {
    assertThat(
            planner(
                    replica("b:1", Positioning.AUTO_POSITION),
                    Observed.absent("the plugin is not loaded"))
                .whyByHand())
        .contains("the plugin is not loaded");
    RebuildPlanner below = planner(replica("b:1", Positioning.LOG_POSITION), CAN);
    assertThat(below.whyByHand()).as("it logs what it replicates").isEmpty();
    assertThat(below.needsAccount()).isTrue();
  }

  private static void requireTls(boolean isUsed, String channel, String haveSsl) {
    InstanceState target =
        States.of("d:1").channel(Channels.from("a:1").tls(isUsed).build()).build();
    RebuildPlanner.requireTls(
        target, channel, States.of("a:1").setting("have_ssl", haveSsl).build());
  }

  @Test
  void aConnectionThatUsesTlsIsNotMadeToDoWithout() {
    assertThatThrownBy(() -> requireTls(true, "", "DISABLED"))
        .hasMessageContaining("d:1")
        .hasMessageContaining("it replicates over TLS, and a:1 offers none");
    requireTls(true, "", "YES");
    requireTls(true, "", "not told");
    requireTls(false, "", "DISABLED");
    requireTls(true, "another channel", "DISABLED");
  }

  @Test
  void nobodyMayReplicateFromIt() {
    InstanceAddress target = InstanceAddress.parse("d:1");
    assertThatThrownBy(
            () -> RebuildPlanner.requireNobodyBelow(target, Observed.known(List.of("e:1"))))
        .hasMessageContaining("e:1 replicate from it");
    assertThatThrownBy(
            () -> RebuildPlanner.requireNobodyBelow(target, Observed.unknown(States.WHY)))
        .hasMessageContaining("is not known");
  }
}
