package io.tutti.plugins.mysql;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.SharedAdvice;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;

/**
 * How one MySQL server is set to apply, and the statements that would change it, in its own
 * spelling.
 */
record AppliedSettings(InstanceState server, String channel) {
  private static final String DATABASE = "DATABASE";

  static AppliedSettings of(Situation situation) {
    return new AppliedSettings(
        situation.server(), situation.channel().asOptional().map(Channel::name).orElse(""));
  }

  ServerVersion version() {
    return server.version().version();
  }

  Observed<Long> workers() {
    return server.parallel().workers();
  }

  Premise hasSeveralWorkers() {
    return Premise.given(workers(), count -> count > 1);
  }

  /** Until 5.6 there is no other scheme; 9.x has only LOGICAL_CLOCK. */
  Premise appliesBySchema() {
    return version().isBefore(5, 7, 2)
        ? Premise.given(true)
        : Premise.given(server.parallel().mode(), DATABASE::equalsIgnoreCase);
  }

  Premise appliesByLogicalClock() {
    return version().isAtLeast(8, 4, 0) && server.parallel().mode() instanceof Observed.Absent
        ? Premise.given(true)
        : Premise.given(server.parallel().mode(), "LOGICAL_CLOCK"::equalsIgnoreCase);
  }

  /** The order of commits could be preserved by that one setting. */
  Premise mayPreserveOrder() {
    return Premise.given(version().isAtLeast(5, 7, 5))
        .and(appliesByLogicalClock())
        .and(
            Premise.given(version().isAtLeast(8, 0, 19))
                .or(Premise.given(server.binlog().logsReplicatedWrites(), logs -> logs)));
  }

  Premise preservesOrder() {
    return Premise.given(server.parallel().preservesCommitOrder(), on -> on);
  }

  /** Workers may commit past each other; 5.6 has no setting against it. */
  Premise leavesGaps() {
    Observed<Boolean> order = server.parallel().preservesCommitOrder();
    return order instanceof Observed.Absent
        ? Premise.given(true)
        : Premise.given(order, preserved -> !preserved);
  }

  /** Which intervals or write sets it puts into its own binlog; absent before 5.7.22. */
  Observed<String> tracking() {
    return server.settings().text("binlog_transaction_dependency_tracking");
  }

  /** Without the choice it is always so from 8.4 on. */
  Premise tracksWriteSets() {
    return tracking() instanceof Observed.Absent && version().isAtLeast(8, 4, 0)
        ? Premise.given(true)
        : Premise.given(tracking(), mode -> mode.startsWith("WRITESET"));
  }

  /** The applier's variable as this release spells it. */
  String spelled(String suffix) {
    return SharedAdvice.spelled(server, "replica_" + suffix, "slave_" + suffix);
  }

  Observed<Long> number(String suffix) {
    return server.settings().number(spelled(suffix));
  }

  /** The statement that sets a variable now and, where the server can, for its next start. */
  static String set(InstanceState server, String assignment) {
    return server.version().version().isAtLeast(8, 0, 0)
        ? "SET PERSIST " + assignment
        : "SET GLOBAL " + assignment + " (and in the option file)";
  }

  String set(String assignment) {
    return set(server, assignment);
  }

  /** The same for a variable that the applier takes when it starts. */
  String setWithApplierStopped(String... assignments) {
    String replica = version().isAtLeast(8, 0, 22) ? " REPLICA" : " SLAVE";
    StringBuilder statements =
        new StringBuilder("STOP" + replica + " SQL_THREAD" + forChannel() + "; ");
    for (String assignment : assignments) {
      statements.append(set(assignment)).append("; ");
    }
    return statements.append("START" + replica + " SQL_THREAD" + forChannel()).toString();
  }

  private String forChannel() {
    return channel.isEmpty() ? "" : " FOR CHANNEL '" + channel + "'";
  }
}
