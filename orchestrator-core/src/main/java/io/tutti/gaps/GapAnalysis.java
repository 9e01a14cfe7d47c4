package io.tutti.gaps;

import io.tutti.gtid.GtidSet;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a channel by what any poll reads. Pure.
 *
 * <ol>
 *   <li>Where GTIDs find the place, a hole in what was executed is a gap, when it was received here
 *       or is the source's own; when all that was received was executed, there is none.
 *   <li>Else the workers' checkpoints show.
 *   <li>Where they do not, an applier that keeps the order of commits and was ended by no error has
 *       no gap, and neither has one that never had workers.
 *   <li>Else it is not known.
 * </ol>
 */
public final class GapAnalysis {
  private final InstanceState state;
  private final Channel channel;

  private GapAnalysis(InstanceState state, Channel channel) {
    this.state = state;
    this.channel = channel;
  }

  /**
   * @param sourceExecuted what the channel's source has executed; unknown where nobody asked it
   */
  public static ChannelGaps judge(
      InstanceState state, Channel channel, Observed<GtidSet> sourceExecuted) {
    GapAnalysis analysis = new GapAnalysis(state, channel);
    return analysis
        .byGtids(sourceExecuted)
        .or(analysis::byCheckpoints)
        .or(analysis::byOrder)
        .orElseGet(analysis::unknown);
  }

  /**
   * The first error: a worker's own names the transaction, the applier's only that there is one.
   */
  public static Optional<LastError> firstError(Applier applier) {
    return applier.workers().asOptional().orElse(List.of()).stream()
        .flatMap(worker -> worker.lastError().stream())
        .findFirst()
        .or(applier::lastError);
  }

  /**
   * Why the rows of the workers alone do not show what the one that is ahead passed over; empty
   * where none is ahead, or they show.
   */
  public static Optional<String> passedOver(Channel channel) {
    return WorkerProgress.of(channel)
        .asOptional()
        .map(WorkerProgress::judge)
        .filter(ChannelGaps.Unknown.class::isInstance)
        .map(unknown -> ((ChannelGaps.Unknown) unknown).why());
  }

  private Optional<ChannelGaps> byGtids(Observed<GtidSet> sourceExecuted) {
    Optional<GtidSet> executed = state.gtid().executed().asOptional();
    Optional<GtidSet> retrieved = channel.receiver().retrieved().asOptional();
    if (channel.positioning() == Positioning.LOG_POSITION
        || executed.isEmpty()
        || retrieved.isEmpty()) {
      return Optional.empty();
    }
    return hasDomains()
        ? Optional.of(ofDomains(executed.get(), retrieved.get()))
        : ofUuids(executed.get(), retrieved.get(), sourceExecuted);
  }

  private Optional<ChannelGaps> ofUuids(
      GtidSet executed, GtidSet retrieved, Observed<GtidSet> sourceExecuted) {
    GtidSet holes = executed.gaps();
    GtidSet missing = shared(holes, retrieved);
    if (channel.sourceUuid() instanceof Observed.Known<String>(String source)
        && holes.origins().contains(source)) {
      missing = missing.union(holes.from(source));
    }
    if (sourceExecuted instanceof Observed.Known<GtidSet>(GtidSet there)) {
      missing = missing.union(shared(holes, there));
    }
    if (!missing.isEmpty()) {
      return Optional.of(
          new ChannelGaps.Open(
              new Missing.Named(missing),
              "later transactions of the same origin were applied, and these were not"));
    }
    if (!holes.isEmpty() && !sourceExecuted.isKnown()) {
      return Optional.of(
          new ChannelGaps.Unknown(
              "%s were not applied and later ones were; whether the source has them was not checked"
                  .formatted(holes)));
    }
    GtidSet toCome = retrieved.minus(executed);
    if (toCome.isEmpty()) {
      return Optional.of(new ChannelGaps.Free("everything received was applied"));
    }
    return retrieved.origins().size() == 1
        ? Optional.of(
            new ChannelGaps.Free(
                "nothing is applied that is later than what is still to be applied"))
        : Optional.empty();
  }

  /** The domain family's words, by whatever the channel finds its place. */
  private boolean hasDomains() {
    return state.gtid().mode().is("strict") || state.gtid().mode().is("lenient");
  }

  private static GtidSet shared(GtidSet one, GtidSet other) {
    return one.minus(one.minus(other));
  }

  /**
   * Each domain is in order by itself; one may have run past another. A receiver that has received
   * nothing since the server's start shows nothing of what was in the relay logs before.
   */
  private static ChannelGaps ofDomains(GtidSet executed, GtidSet retrieved) {
    GtidSet toCome = retrieved.minus(executed);
    if (executed.union(retrieved).origins().size() < 2) {
      return new ChannelGaps.Free("there is one domain, and each is in order by itself");
    }
    if (retrieved.isEmpty()) {
      return new ChannelGaps.Unknown(
          "nothing was received since the server's start, and only the log shows whether a domain"
              + " was ahead of another one before");
    }
    if (toCome.isEmpty()) {
      return new ChannelGaps.Free("everything received was applied");
    }
    return new ChannelGaps.Unknown(
        "transactions up to %s are still to be applied; only the log shows whether other domains were ahead of them"
            .formatted(toCome));
  }

  private Optional<ChannelGaps> byCheckpoints() {
    if (!hasCheckpoints()) {
      return hasNoProgressOfWorkers()
          ? Optional.of(
              new ChannelGaps.Free(
                  "its table of workers is empty: no worker is ahead of the others"))
          : Optional.empty();
    }
    return switch (WorkerProgress.of(channel)) {
      case Observed.Known<WorkerProgress>(WorkerProgress progress) -> Optional.of(progress.judge());
      case Observed.Absent<WorkerProgress>(String why) -> Optional.empty();
      case Observed.Unknown<WorkerProgress>(String why) ->
          byOrder().or(() -> Optional.of(new ChannelGaps.Unknown(why)));
    };
  }

  /** A server that empties the table continues showing the workers that it had last. */
  private boolean hasNoProgressOfWorkers() {
    return channel.applier().state() == ThreadState.STOPPED
        && keepsProgressInTable()
        && channel
            .applier()
            .workers()
            .map(workers -> workers.stream().allMatch(this::hasNoProgress))
            .is(true);
  }

  /** Where GTIDs find the place, a server may be set to keep nothing in that table. */
  private boolean hasNoProgress(Worker worker) {
    return channel.positioning() == Positioning.LOG_POSITION
        && worker.checkpoint() instanceof Observed.Absent<WorkerCheckpoint>;
  }

  /** New servers have no setting for it any more. */
  private boolean keepsProgressInTable() {
    Observed<String> repository = state.durability().relayLogInfoRepository();
    return repository.is("TABLE") || repository instanceof Observed.Absent<String>;
  }

  private boolean hasCheckpoints() {
    return channel.applier().workers().asOptional().orElse(List.of()).stream()
        .anyMatch(worker -> worker.checkpoint().isKnown());
  }

  private Optional<ChannelGaps> byOrder() {
    Applier applier = channel.applier();
    if (state.parallel().preservesCommitOrder().is(true)
        && (hasDomains()
            || applier.state() != ThreadState.STOPPED
            || firstError(applier).isEmpty())) {
      return Optional.of(new ChannelGaps.Free("it keeps the order of commits"));
    }
    if (state.parallel().workers().is(0L) && hasNoWorkers(applier) && !keepsProgressInFiles()) {
      return Optional.of(new ChannelGaps.Free("it applies serially"));
    }
    return Optional.empty();
  }

  private boolean keepsProgressInFiles() {
    return state.durability().relayLogInfoRepository().is("FILE")
        && channel.applier().state() == ThreadState.STOPPED;
  }

  private static boolean hasNoWorkers(Applier applier) {
    return switch (applier.workers()) {
      case Observed.Known<List<Worker>>(List<Worker> workers) ->
          workers.stream().allMatch(worker -> worker.state() == ThreadState.STOPPED);
      case Observed.Absent<List<Worker>>(String why) -> true;
      case Observed.Unknown<List<Worker>>(String why) -> false;
    };
  }

  private ChannelGaps unknown() {
    return new ChannelGaps.Unknown(String.join("; ", unknownFacts()));
  }

  private List<String> unknownFacts() {
    List<String> facts = new ArrayList<>();
    if (state.gtid().executed() instanceof Observed.Unknown<GtidSet>(String why)) {
      facts.add("what was executed is unknown: " + why);
    }
    if (state.durability().relayLogInfoRepository().is("FILE")) {
      facts.add(
          "relay_log_info_repository is FILE: the server keeps its workers' progress in files that"
              + " no statement reads");
    }
    if (channel.applier().workers() instanceof Observed.Unknown<List<Worker>>(String why)) {
      facts.add("the workers' progress is unknown: " + why);
    }
    channel.applier().workers().asOptional().orElse(List.of()).stream()
        .map(Worker::checkpoint)
        .filter(Observed::isUnknown)
        .findFirst()
        .ifPresent(why -> facts.add("a worker's progress is " + why));
    if (facts.isEmpty()) {
      facts.add(
          "it has workers that do not keep the order of commits, and nothing proves that they"
              + " finished together");
    }
    return facts;
  }
}
