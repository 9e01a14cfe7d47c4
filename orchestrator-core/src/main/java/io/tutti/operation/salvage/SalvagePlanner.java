package io.tutti.operation.salvage;

import io.tutti.crash.ProcessEnd.How;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.SameBinlog;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.salvage.SalvageFacts.OfChannel;
import io.tutti.operation.server.Lacking;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides how a replica is repaired whose binlogs lost, or gained, against its rows. Pure.
 *
 * <ol>
 *   <li>It replicates, it has binlogs, it was not shut down in order, and nobody replicates from
 *       it: else it is refused.
 *   <li>It keeps GTIDs of domains: they are kept with the rows, as long as every channel finds its
 *       place by them. Its binlogs are wiped.
 *   <li>It has no GTIDs: the places of its channels are kept with the rows. Its binlogs are wiped.
 *   <li>It has GTIDs of UUIDs: they are counted from its binlogs, and what counts is what its
 *       source had executed at the place that is kept with the rows. Its channels are set to that
 *       place, its binlogs wiped, exactly those GTIDs restored, and its channels let continue by
 *       GTID.
 * </ol>
 *
 * What is not known is refused; then it is to be provisioned again.
 */
record SalvagePlanner(SalvageFacts facts, ReplicationStatements statements) {
  /** What a server may be {@link Lacking}. */
  static final String RESTORE = "be given the set of transactions that it has executed";

  static final Duration DEADLINE = Duration.ofMinutes(1);

  private static final Duration BESIDE_WAITING = Duration.ofSeconds(30);

  /**
   * @throws OrchestratorException NOTHING_TO_SALVAGE, SALVAGE_NOT_SAFE or GAPS_UNKNOWN
   */
  List<PlannedStep> steps() {
    requireCrashedLeaf();
    facts.own().requireNone(state().address());
    if (facts.capabilities().contains(Capability.DOMAIN_GTID)) {
      facts.channels().forEach(this::requireKeptByDomain);
      return plain(false);
    }
    facts.channels().forEach(this::requireKeptPlace);
    return hasGtids() ? withGtids() : plain(true);
  }

  /** What a person must know of what it wrote itself. */
  List<String> notes() {
    return facts.own().notes(state().address());
  }

  /** Whether GTIDs are restored. */
  boolean restores() {
    return !facts.capabilities().contains(Capability.DOMAIN_GTID) && hasGtids();
  }

  private InstanceState state() {
    return facts.state();
  }

  private void requireCrashedLeaf() {
    if (facts.channels().isEmpty()) {
      throw nothing("it has no source", Remedies.of(Acts.showCrash(state().address())));
    }
    if (!(facts.below() instanceof Observed.Known<List<String>>(List<String> below))) {
      throw unsafe("whether it has replicas is not known: " + facts.below());
    }
    if (!below.isEmpty()) {
      throw unsafe(
          "%s replicate from it, and would lack what its binlogs lost"
              .formatted(String.join(", ", below)),
          "let them replicate from elsewhere first: " + String.join(", ", below));
    }
    if (!state().binlog().enabled().isKnown()) {
      throw unsafe("whether it keeps binlogs is not known");
    }
    if (state().binlog().enabled().is(false)) {
      throw nothing(
          "it keeps no binlogs that could differ from its rows", Remedies.of("let it replicate"));
    }
    if (facts.end().asOptional().filter(end -> end.how() == How.STOPPED).isPresent()) {
      throw nothing("it was shut down in order", Remedies.of(Acts.showCrash(state().address())));
    }
  }

  private void requireKeptByDomain(OfChannel each) {
    Channel channel = each.channel();
    if (channel.positioning() == Positioning.LOG_POSITION) {
      throw unsafe(
          "its position in the binlog of %s is kept in a file, which may be older than the rows after the crash"
              .formatted(channel.source()),
          "let it find its position by gtid_slave_pos, which is kept with the rows, then salvage it: CHANGE MASTER %s TO MASTER_USE_GTID=slave_pos"
              .formatted("'" + channel.name() + "'"));
    }
    if (!(state().gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))
        || !(state().identity().serverId() instanceof Observed.Known<Long>(Long own))) {
      throw unsafe("what it has executed, or its server id, is not known");
    }
    if (Pattern.compile("(^|,)\\d+-%d-".formatted(own)).matcher(executed.toString()).find()) {
      throw unsafe(
          "it has written transactions of its own (%s), which only its binlogs show"
              .formatted(executed));
    }
  }

  private void requireKeptPlace(OfChannel each) {
    Channel channel = each.channel();
    Observed<String> repository = state().durability().relayLogInfoRepository();
    if (repository.isUnknown() || (repository.isKnown() && !repository.is("TABLE"))) {
      throw unsafe(
          "its position is not stored with the rows (relay_log_info_repository is %s)"
              .formatted(repository));
    }
    switch (each.gaps()) {
      case ChannelGaps.Free free -> {}
      case ChannelGaps.Unknown(String why) ->
          throw SalvageRefusal.of(
              ErrorCode.GAPS_UNKNOWN,
              state().address(),
              "whether it has gaps is not known: " + why,
              Remedies.of(SalvageRefusal.PROVISION.formatted(state().address())));
      case ChannelGaps.Open(var missing, String why) ->
          throw unsafe(
              "it has gaps, so no position is right: %s (%s)".formatted(missing, why),
              hasGtids()
                  ? Remedies.of(SalvageRefusal.PROVISION.formatted(state().address()))
                  : Remedies.of(Acts.closeGaps(state().address())));
    }
    GapAnalysis.firstError(channel.applier())
        .ifPresent(error -> {
          throw unsafe(
              "its applier%s has failed: %s".formatted(Channel.ofChannel(channel.name()), error));
        });
    requireSettable(each);
    if (!each.place().isKnown()) {
      throw unsafe(
          "its position in the binlog of %s is %s".formatted(channel.source(), each.place()));
    }
    if (each.binlog() instanceof SameBinlog.Other(String why)) {
      throw unsafe(
          "it has applied up to %s of a binlog that %s no longer has: %s"
              .formatted(each.place(), channel.source(), why));
    }
  }

  /**
   * A server whose workers were ahead of its mark takes no place, unless it recovered (1802). By
   * GTID the releases do that always keep a table (9.7.4).
   */
  private void requireSettable(OfChannel each) {
    boolean ahead = !each.place().equals(each.channel().applier().executed());
    boolean takesAny =
        each.channel().positioning() == Positioning.AUTO_POSITION
            && !state().durability().relayLogInfoRepository().isKnown();
    if (ahead
        && !takesAny
        && !runs(each.channel())
        && !state().durability().relayLogRecovery().is(true)) {
      throw unsafe(
          "its workers were ahead of its applier, and it takes no position to continue at unless relay_log_recovery is on (it is %s)"
              .formatted(state().durability().relayLogRecovery()),
          "restart it with relay_log_recovery=1 and skip_slave_start (skip_replica_start), and try"
              + " again");
    }
  }

  private boolean hasGtids() {
    return !state().gtid().mode().is("OFF") || hasExecuted();
  }

  private boolean hasExecuted() {
    return state().gtid().executed().asOptional().filter(set -> !set.isEmpty()).isPresent();
  }

  /** The binlogs are wiped; all else is right. */
  private List<PlannedStep> plain(boolean setsPlace) {
    List<PlannedStep> steps = new ArrayList<>();
    for (OfChannel each : facts.channels()) {
      if (runs(each.channel())) {
        steps.add(stop(each.channel()));
      } else if (setsPlace) {
        steps.add(place(each));
      }
    }
    steps.add(wipe(false));
    facts.channels().forEach(each -> steps.add(go(each.channel())));
    return steps;
  }

  private static boolean runs(Channel channel) {
    return channel.applier().state() != ThreadState.STOPPED
        || channel.receiver().state() != ThreadState.STOPPED;
  }

  private List<PlannedStep> withGtids() {
    if (!(state().gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))) {
      throw unsafe("what it has executed is " + state().gtid().executed());
    }
    List<PlannedStep> steps = new ArrayList<>();
    Optional<GtidSet> right = Optional.empty();
    GtidSet foreign = executed;
    for (OfChannel each : facts.channels()) {
      requireUntouched(each);
      right = union(right, before(each));
      if (!(each.sourceExecuted() instanceof Observed.Known<GtidSet>(GtidSet there))) {
        throw unsafe("what %s has executed is not known".formatted(each.channel().source()));
      }
      foreign = foreign.minus(there);
      steps.add(place(each));
    }
    if (!foreign.isEmpty()) {
      throw unsafe(
          "it has executed %s, which its source has not: what it wrote itself, only its binlogs show"
              .formatted(foreign));
    }
    steps.add(wipe(true));
    right.ifPresent(set -> steps.add(restore(executed, set)));
    facts.channels().stream()
        .map(OfChannel::channel)
        .filter(channel -> channel.positioning() == Positioning.AUTO_POSITION)
        .forEach(channel -> steps.add(byGtid(channel)));
    facts.channels().forEach(each -> steps.add(go(each.channel())));
    return steps;
  }

  private static Optional<GtidSet> union(Optional<GtidSet> one, Optional<GtidSet> other) {
    return one.isPresent() && other.isPresent()
        ? one.map(set -> set.union(other.get()))
        : one.or(() -> other);
  }

  private Optional<GtidSet> before(OfChannel each) {
    if (each.before() instanceof Observed.Unknown<GtidSet>(String why)) {
      throw unsafe(
          "what %s had executed at %s cannot be read in its binlog: %s"
              .formatted(each.channel().source(), each.place(), why));
    }
    return each.before().asOptional();
  }

  /**
   * By GTID, a start after the crash begins with what the binlogs lost, and sets the place back to
   * that. A place by position is right whenever it is stopped.
   */
  private void requireUntouched(OfChannel each) {
    Channel channel = each.channel();
    if (runs(channel)) {
      throw unsafe(
          "its replication%s runs".formatted(Channel.ofChannel(channel.name())),
          channel.positioning() == Positioning.LOG_POSITION
              ? "stop it, and try again"
              : SalvageRefusal.PROVISION.formatted(state().address())
                  + "; next time let it start with skip_slave_start (skip_replica_start)");
    }
    if (channel.positioning() == Positioning.LOG_POSITION) {
      return;
    }
    if (!facts.end().isKnown()) {
      throw unsafe("whether it was started since its crash is not known: " + facts.end());
    }
    if (!facts.untouched().is(true)) {
      throw unsafe(
          "it may have replicated since its crash: its newest binlog holds transactions, or is not known (%s)"
              .formatted(facts.untouched()));
    }
    Observed<Boolean> recovers = state().durability().relayLogRecovery();
    boolean nothingReceived =
        channel.receiver().retrieved().asOptional().filter(GtidSet::isEmpty).isPresent();
    if (recovers.isUnknown() || (!recovers.is(false) && !nothingReceived)) {
      throw unsafe("its receiver has run since its crash, or it is not known whether it has");
    }
  }

  private PlannedStep stop(Channel channel) {
    return step(
            GapsSteps.STOP,
            "threads." + channel.name(),
            of(channel),
            "stop the replication of %s%s"
                .formatted(state().address(), Channel.ofChannel(channel.name())),
            statements.stop(ReplicationThread.BOTH, channel.name()))
        .affecting(Effect.stopping(channel, state().address(), Effect.Lasts.OPERATION));
  }

  private PlannedStep place(OfChannel each) {
    BinlogPosition at = each.place().asOptional().orElseThrow();
    Channel channel = each.channel();
    return step(
            SetPositionStep.KIND,
            "place." + channel.name(),
            new SetPositionStep.Work(of(channel), at),
            "set %s%s to %s of %s by position: what its rows hold ends there"
                .formatted(
                    state().address(), Channel.ofChannel(channel.name()), at, channel.source()),
            statements.goOnAt(at, channel.name()))
        .affecting(Effect.dropping(state().address(), channel.name()));
  }

  private PlannedStep wipe(boolean gtids) {
    return step(
            DeleteBinlogsStep.KIND,
            gtids ? "gtids" : "binlogs",
            new DeleteBinlogsStep.Work(gtids),
            "delete the binlogs of %s, which do not match what its rows hold. This cannot be undone"
                .formatted(state().address()),
            statements.wipeBinlogs())
        .affecting(
            Effect.of(Effect.Kind.BINLOGS_DELETED, state().address(), "", Effect.Lasts.FOR_GOOD));
  }

  private PlannedStep restore(GtidSet executed, GtidSet right) {
    return step(
            RestoreStep.KIND,
            "gtids",
            new RestoreStep.Work(right, executed),
            "set the executed GTIDs of %s to what its rows hold: %s (its binlogs had: %s)"
                .formatted(state().address(), right, executed.isEmpty() ? "nothing" : executed),
            statements.restoreExecuted(right).orElseThrow(Lacking.in(state().address(), RESTORE)))
        .affecting();
  }

  private PlannedStep byGtid(Channel channel) {
    return step(
            ByGtidStep.KIND,
            "place." + channel.name(),
            of(channel),
            "let %s%s find its position by GTID again"
                .formatted(state().address(), Channel.ofChannel(channel.name())),
            statements
                .dropReceived(channel.name())
                .orElseThrow(Lacking.in(state().address(), ChannelSession.REFETCH)))
        .affecting(Effect.dropping(state().address(), channel.name()));
  }

  private PlannedStep go(Channel channel) {
    return step(
            StartReplicationStep.KIND,
            "threads." + channel.name(),
            of(channel),
            "start the replication of %s%s, and wait until it has applied what its source has"
                .formatted(state().address(), Channel.ofChannel(channel.name())),
            statements.start(ReplicationThread.BOTH, channel.name()))
        .affecting();
  }

  private static ChannelFrom of(Channel channel) {
    return new ChannelFrom(channel.name(), channel.source());
  }

  private PlannedStep step(
      String kind, String aspect, Record work, String description, String said) {
    return PlannedStep.of(kind, state().address(), aspect, work, description)
        .withStatements(said)
        .withBounds(
            new PlannedStep.Bounds(
                DEADLINE.plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()));
  }

  private OrchestratorException nothing(String why, Remedies remedies) {
    return SalvageRefusal.of(ErrorCode.NOTHING_TO_SALVAGE, state().address(), why, remedies);
  }

  private OrchestratorException unsafe(String why) {
    return unsafe(why, SalvageRefusal.PROVISION.formatted(state().address()));
  }

  private OrchestratorException unsafe(String why, String advice) {
    return unsafe(why, Remedies.of(advice));
  }

  private OrchestratorException unsafe(String why, Remedies remedies) {
    return SalvageRefusal.of(ErrorCode.SALVAGE_NOT_SAFE, state().address(), why, remedies);
  }
}
