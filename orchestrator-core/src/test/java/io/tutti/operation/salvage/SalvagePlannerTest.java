package io.tutti.operation.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.ProcessEnd;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.Missing;
import io.tutti.gaps.SameBinlog;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.salvage.SalvageFacts.OfChannel;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SalvagePlannerTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final Observed<ProcessEnd> CUT_OFF =
      Observed.known(new ProcessEnd(ProcessEnd.How.CUT_OFF, "binlog.000001"));
  private static final ChannelGaps FREE = new ChannelGaps.Free("of the test");

  private static final class Statements extends FakeStatements {
    @Override
    public String goOnAt(BinlogPosition place, String channel) {
      return "GO ON AT " + place;
    }

    @Override
    public String wipeBinlogs() {
      return "WIPE";
    }

    @Override
    public Optional<String> restoreExecuted(GtidSet executed) {
      return Optional.of("RESTORE " + executed);
    }

    @Override
    public Optional<String> dropReceived(String channel) {
      return Optional.of("BY GTID");
    }
  }

  /** A replica of db1 that is at binlog.000003:777, where db1 had executed 1 to 20. */
  private static final class Case {
    private Positioning positioning = Positioning.AUTO_POSITION;
    private Capability family = Capability.UUID_GTID;
    private String mode = "ON";
    private Observed<GtidSet> executed = gtids(":1-7");
    private Observed<GtidSet> before = gtids(":1-20");
    private Observed<GtidSet> retrieved = Observed.absent(States.WHY);
    private Observed<ProcessEnd> end = CUT_OFF;
    private Observed<Boolean> untouched = Observed.known(true);
    private Observed<List<String>> below = Observed.known(List.of());
    private ChannelGaps gaps = FREE;
    private SameBinlog binlog = new SameBinlog.Same("of the test");
    private OwnTransactions own =
        new OwnTransactions(Observed.absent(States.WHY), List.of(), Optional.of(States.NOW));
    private boolean runs;

    SalvagePlanner planner() {
      Channel channel =
          Channels.from("db1:3306")
              .positioning(positioning)
              .receives(runs)
              .applies(runs)
              .retrieved(retrieved)
              .executed(Observed.known(new BinlogPosition("binlog.000003", 777)))
              .build();
      InstanceState state =
          States.of("db2:3306").serverId(2).gtid(mode, executed).channel(channel).build();
      return new SalvagePlanner(
          new SalvageFacts(
              state,
              Set.of(family),
              end,
              untouched,
              below,
              own,
              List.of(
                  new OfChannel(
                      channel,
                      gaps,
                      Observed.known(new BinlogPosition("binlog.000003", 777)),
                      binlog,
                      before,
                      gtids(":1-25")))),
          new Statements());
    }

    String statements() {
      return planner().steps().stream()
          .map(PlannedStep::statements)
          .flatMap(List::stream)
          .collect(Collectors.joining("; "));
    }

    String refusal() {
      Throwable[] thrown = new Throwable[1];
      assertThatThrownBy(() -> planner().steps())
          .isInstanceOfSatisfying(OrchestratorException.class, e -> thrown[0] = e);
      OrchestratorException e = (OrchestratorException) thrown[0];
      return e.code() + " " + e.observed() + " " + e.remedies();
    }
  }

  private static Observed<GtidSet> gtids(String text) {
    return Observed.known(GtidSet.parse(text.startsWith(":") ? UUID + text : text));
  }

  private static Observed<GtidSet> nothingReceived() {
    return gtids(":1").map(set -> set.minus(set));
  }

  @Test
  void gtidsAreThoseThatTheSourceHadExecutedAtThePlaceOfTheRows() {
    Case ahead = new Case();
    ahead.retrieved = nothingReceived();
    assertThat(ahead.statements())
        .isEqualTo(
            "GO ON AT binlog.000003:777; WIPE; RESTORE %s:1-20; BY GTID; START BOTH"
                .formatted(UUID));
    Case behind = new Case();
    behind.retrieved = nothingReceived();
    behind.executed = gtids(":1-25");
    assertThat(behind.statements()).contains("RESTORE " + UUID + ":1-20;");
  }

  @Test
  void aChannelByPositionKeepsItsPlace() {
    Case byPosition = new Case();
    byPosition.positioning = Positioning.LOG_POSITION;
    assertThat(byPosition.statements())
        .isEqualTo("GO ON AT binlog.000003:777; WIPE; RESTORE %s:1-20; START BOTH".formatted(UUID));
    byPosition.mode = "OFF";
    byPosition.executed = nothingReceived();
    assertThat(byPosition.statements()).isEqualTo("GO ON AT binlog.000003:777; WIPE; START BOTH");
    byPosition.runs = true;
    assertThat(byPosition.statements()).isEqualTo("STOP BOTH; WIPE; START BOTH");
  }

  /** A crash with relay log recovery leaves nothing to compare, and its rows show the place. */
  @Test
  void aBinlogThatCouldNotBeComparedIsBelieved() {
    Case unproved = new Case();
    unproved.retrieved = nothingReceived();
    unproved.binlog = new SameBinlog.Unproved("of the test", true, false);
    assertThat(unproved.statements()).startsWith("GO ON AT binlog.000003:777; WIPE;");
  }

  @Test
  void domainsAreKeptWithTheRows() {
    Case domains = new Case();
    domains.family = Capability.DOMAIN_GTID;
    domains.positioning = Positioning.REPLICA_POS;
    domains.executed = gtids("0-1-26");
    assertThat(domains.statements()).isEqualTo("WIPE; START BOTH");
    domains.executed = gtids("0-1-26,5-2-3");
    assertThat(domains.refusal()).startsWith("SALVAGE_NOT_SAFE").contains("of its own");
    domains.positioning = Positioning.LOG_POSITION;
    assertThat(domains.refusal()).startsWith("SALVAGE_NOT_SAFE").contains("MASTER_USE_GTID");
  }

  @ParameterizedTest
  @CsvSource({
    "below,     'SALVAGE_NOT_SAFE db2:3306 cannot be salvaged: db3:3306 replicate from it'",
    "belowUnknown, 'whether it has replicas is not known'",
    "stopped,   'NOTHING_TO_SALVAGE db2:3306 cannot be salvaged: it was shut down in order'",
    "endUnknown, 'whether it was started since its crash is not known'",
    "touched,   'its newest binlog holds transactions'",
    "received,  'its receiver has run since its crash'",
    "runs,      'its replication runs'",
    "gaps,      'it has gaps, so no position is right'",
    "gapsUnknown, 'GAPS_UNKNOWN db2:3306 cannot be salvaged: whether it has gaps is not known'",
    "otherBinlog, 'has applied up to binlog.000003:777 of a binlog that db1:3306 no longer has'",
    "before,    'what db1:3306 had executed at'",
    "own,       'which its source has not'"
  })
  void refusesWhatIsNotProved(String what, String said) {
    Case refused = new Case();
    refused.retrieved = nothingReceived();
    switch (what) {
      case "below" -> refused.below = Observed.known(List.of("db3:3306"));
      case "belowUnknown" -> refused.below = Observed.unknown("of the test");
      case "stopped" ->
          refused.end = Observed.known(new ProcessEnd(ProcessEnd.How.STOPPED, "binlog.000001"));
      case "endUnknown" -> refused.end = Observed.unknown("of the test");
      case "touched" -> refused.untouched = Observed.known(false);
      case "received" -> refused.retrieved = gtids(":8-9");
      case "runs" -> refused.runs = true;
      case "gaps" ->
          refused.gaps =
              new ChannelGaps.Open(new Missing.Named(GtidSet.parse(UUID + ":5")), "of the test");
      case "gapsUnknown" -> refused.gaps = new ChannelGaps.Unknown("of the test");
      case "otherBinlog" -> refused.binlog = new SameBinlog.Other("of the test");
      case "before" -> refused.before = Observed.unknown("of the test");
      case "own" -> refused.executed = gtids(":1-26");
      default -> throw new AssertionError(what);
    }
    assertThat(refused.refusal()).contains(said);
  }
}
