package io.tutti.operation.parallelism;

import io.tutti.gtid.GtidSet;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.spi.Capability;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a channel's applier may have left transactions out that later ones ran past. Pure; what
 * is not known is taken for a gap.
 *
 * <ol>
 *   <li>It applies serially: there is none.
 *   <li>It runs and keeps the order of commits: there is none.
 *   <li>It runs and does not keep the order: there may be one now; where a stop makes the workers
 *       finish what the coordinator gave them, a stop without an error closes it. Domains that run
 *       past each other are not brought together by a stop.
 *   <li>It stands: there is none when all that was received was applied, or when the order was kept
 *       and no error ended it. Otherwise nobody knows.
 * </ol>
 */
sealed interface GapJudgement {

  /** There is no gap. */
  record Free(String why) implements GapJudgement {}

  /** There may be one while it runs, and none after it was stopped without an error. */
  record ClosedByStop(String why) implements GapJudgement {}

  /** There is one, or nobody knows. */
  record Open(String why, List<String> remedies) implements GapJudgement {}

  static GapJudgement of(InstanceState state, Channel channel, Set<Capability> capabilities) {
    Applier applier = channel.applier();
    boolean domains = capabilities.contains(Capability.DOMAIN_GTID);
    if (state.parallel().workers().is(0L) && hasNoWorkers(applier)) {
      return new Free("it applies serially");
    }
    boolean ordered = state.parallel().preservesCommitOrder().is(true);
    if (applier.state() != ThreadState.STOPPED) {
      if (ordered) {
        return new Free("it keeps the order of commits");
      }
      return domains
          ? open(state, channel, "it runs several domains past each other")
          : new ClosedByStop("a stop lets the workers finish what they were given");
    }
    return standing(state, channel, ordered, domains);
  }

  private static GapJudgement standing(
      InstanceState state, Channel channel, boolean ordered, boolean domains) {
    Optional<String> hole = hole(state, channel);
    if (hole.isPresent()) {
      return open(state, channel, hole.get());
    }
    if (hasAppliedAllReceived(state, channel)) {
      return new Free("all that was received was applied");
    }
    if (ordered && (domains || firstError(channel.applier()).isEmpty())) {
      return new Free("it keeps the order of commits");
    }
    return open(
        state,
        channel,
        "it stands, has workers that do not keep the order of commits, and nothing proves that"
            + " they finished together");
  }

  /** The judgement right after a stop of ours: only what is proved counts. */
  static GapJudgement afterStop(
      InstanceState state, Channel channel, Set<Capability> capabilities) {
    if (channel.applier().state() != ThreadState.STOPPED) {
      return open(state, channel, "it has not stopped yet");
    }
    Optional<String> error = firstError(channel.applier()).map(LastError::toString);
    if (error.isPresent()) {
      return open(state, channel, "it ended with " + error.get());
    }
    Optional<String> hole = hole(state, channel);
    if (hole.isPresent()) {
      return open(state, channel, hole.get());
    }
    boolean ordered = state.parallel().preservesCommitOrder().is(true);
    return ordered
            || state.parallel().workers().is(0L)
            || !capabilities.contains(Capability.DOMAIN_GTID)
        ? new Free("it was stopped without an error")
        : open(state, channel, "it runs several domains past each other");
  }

  private static GapJudgement open(InstanceState state, Channel channel, String why) {
    return new Open(
        "Whether the applier%s of %s has gaps is not known, or it has some: %s."
            .formatted(ofChannel(channel.name()), state.address(), why),
        List.of(
            "let the applier run with its present settings until it has caught up, and ask again",
            "close the gaps: START SLAVE UNTIL SQL_AFTER_MTS_GAPS (START REPLICA from 8.0.22 on)",
            "tutti gaps show " + state.address()));
  }

  static String ofChannel(String channel) {
    return channel.isEmpty() ? "" : " of channel '" + channel + "'";
  }

  private static boolean hasNoWorkers(Applier applier) {
    return switch (applier.workers()) {
      case Observed.Known<List<Worker>>(List<Worker> workers) -> workers.isEmpty();
      case Observed.Absent<List<Worker>>(String why) -> true;
      case Observed.Unknown<List<Worker>>(String why) -> false;
    };
  }

  private static boolean hasAppliedAllReceived(InstanceState state, Channel channel) {
    if (channel.positioning() == Positioning.LOG_POSITION) {
      return false;
    }
    Optional<GtidSet> executed = state.gtid().executed().asOptional();
    Optional<GtidSet> retrieved = channel.receiver().retrieved().asOptional();
    return executed.isPresent()
        && retrieved.isPresent()
        && !retrieved.get().isEmpty()
        && executed.get().contains(retrieved.get());
  }

  /**
   * Transactions that were received and not applied, with later ones of the same source applied.
   */
  private static Optional<String> hole(InstanceState state, Channel channel) {
    Optional<GtidSet> executed = state.gtid().executed().asOptional();
    Optional<GtidSet> retrieved = channel.receiver().retrieved().asOptional();
    if (executed.isEmpty() || retrieved.isEmpty()) {
      return Optional.empty();
    }
    GtidSet gaps = executed.get().gaps();
    GtidSet received = gaps.minus(gaps.minus(retrieved.get()));
    return received.isEmpty()
        ? Optional.empty()
        : Optional.of("later transactions than " + received + " were applied, and these were not");
  }

  static Optional<LastError> firstError(Applier applier) {
    return applier
        .lastError()
        .or(() ->
            applier.workers().asOptional().orElse(List.of()).stream()
                .flatMap(worker -> worker.lastError().stream())
                .findFirst());
  }
}
