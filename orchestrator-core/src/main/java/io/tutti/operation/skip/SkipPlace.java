package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import java.time.Duration;
import java.util.List;

/** What all steps of a skip know: where the transaction is, and how its replica is asked. */
record SkipPlace(GapsEnvironment environment, InstanceAddress target, Work work) {
  /**
   * The work of each of them.
   *
   * @param source that it came from
   * @param begin where it begins in the source's binlog
   * @param difference the sentence that follows "after this"
   */
  record Work(
      String channel,
      InstanceAddress source,
      BinlogPosition begin,
      Duration deadline,
      String difference) {}

  static SkipPlace of(GapsEnvironment environment, InstanceAddress target, Work work) {
    return new SkipPlace(environment, target, work);
  }

  String channel() {
    return work.channel();
  }

  BinlogPosition begin() {
    return work.begin();
  }

  Duration deadline() {
    return work.deadline();
  }

  String difference() {
    return work.difference();
  }

  ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, work.channel(), context);
  }

  void requireSource(Observation observation) {
    if (!observation.channel().source().equals(work.source())) {
      throw changed("now replicates from %s".formatted(observation.channel().source()));
    }
  }

  void requireStopped(Observation observation) {
    if (observation.applies()) {
      throw changed("applies again");
    }
  }

  StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s %s: nothing was skipped.".formatted(target, what),
        Remedies.of(Acts.dryRun(Acts.skip(target))));
  }

  /** A skip cannot be undone once it is there. */
  StepFailure isSkipped(String transaction) {
    return StepFailure.fatal(
        "%s is skipped on %s, and that cannot be undone: %s"
            .formatted(transaction, target, work.difference()),
        List.of("make the rows on %s as on its source".formatted(target)));
  }

  /** By an empty transaction, or since an applier was started: its name does not show. */
  StepFailure countsAsApplied(Gtid gtid) {
    return StepFailure.fatal(
        "%s counts as applied on %s. Where it was skipped, and not applied in the meantime, that cannot be taken back: %s"
            .formatted(gtid, target, work.difference()),
        List.of("compare its rows on %s with those on its source".formatted(target)));
  }

  /** The applier's trouble, to be journaled: an older one shows that it was not started since. */
  static String troubleOf(Observation observation) {
    return GapAnalysis.firstError(observation.channel().applier())
        .map(error -> error + error.at().map(at -> " at " + at).orElse(""))
        .orElse("");
  }

  /** Whether it applies, or has stopped for something else since. */
  static boolean hasGoneOn(Observation observation, String errorBefore) {
    return observation.applies() || !troubleOf(observation).equals(errorBefore);
  }

  static boolean hasApplied(Observation observation, Gtid gtid) {
    return observation
        .state()
        .gtid()
        .executed()
        .asOptional()
        .filter(set -> set.containsGtid(gtid))
        .isPresent();
  }
}
