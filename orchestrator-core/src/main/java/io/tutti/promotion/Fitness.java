package io.tutti.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ReplicationFilter;
import io.tutti.model.ServerVersion;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.topology.WorldView;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Why a replica may not take the place of its source, whatever it has received of it: each reason
 * is one row. Pure.
 *
 * @param world with what is kept of servers
 * @param source whose place is to be taken
 * @param hasFollowers whether others are to replicate from it
 * @param boundary up to where the source counts; empty for all that was received
 */
record Fitness(
    WorldView world,
    InstanceAddress source,
    boolean hasFollowers,
    Optional<Boundary> boundary,
    PromotionRules rules) {

  /** Whom nobody names must have none of these where the source is lost. */
  private static final Set<Reason> OF_LOST = EnumSet.range(Reason.MUST_NOT, Reason.OTHER_SOURCE);

  /** Nor may a person name who has one of these. */
  private static final Set<Reason> OF_NAMED = EnumSet.range(Reason.MUST_NOT, Reason.IN_DOWNTIME);

  /** Who has one of these comes after those that have received as much and have none. */
  private static final Set<Reason> ACCEPTED =
      EnumSet.of(
          Reason.LEAVES_ROWS_OUT,
          Reason.OTHER_SOURCE,
          Reason.OTHER_FORMAT,
          Reason.NEWER_THAN_SOURCE,
          Reason.ERRANT);

  private static final Set<Reason> OF_PLANNED = EnumSet.allOf(Reason.class);

  /**
   * One reason.
   *
   * @param why a sentence that goes on after the name of the replica
   */
  record Against(Reason reason, String why, Remedies remedies) {}

  /** In the order in which they are told. */
  enum Reason {
    MUST_NOT(Fitness::mustNot),
    NO_BINLOG_OF_REPLICATED(Fitness::noBinlog),
    APPLIER_FAILED(Fitness::applierFailed),
    DELAYED(Fitness::delayed),
    WOULD_GO_BEYOND(Fitness::wouldGoBeyond),
    WOULD_DROP_RECEIVED(Fitness::wouldDrop),
    FENCED(Fitness::fenced),
    BEING_COPIED(Fitness::beingCopied),
    IN_DOWNTIME(Fitness::inDowntime),
    LEAVES_ROWS_OUT(Fitness::leavesRowsOut),
    OTHER_SOURCE(Fitness::otherSource),
    /** The following are against it only where a source gives its place away by plan. */
    NOT_REPLICATING(Fitness::notReplicating),
    OTHER_FORMAT(Fitness::otherFormat),
    NEWER_THAN_SOURCE(Fitness::newer),
    ERRANT(Fitness::errant);

    private final BiFunction<Fitness, Candidate, Optional<Said>> rule;

    Reason(BiFunction<Fitness, Candidate, Optional<Said>> rule) {
      this.rule = rule;
    }
  }

  private record Said(String why, Remedies remedies) {}

  /** Of a source that is lost. */
  List<Against> against(Candidate successor) {
    return against(successor, OF_LOST);
  }

  /** The same, where a person names it. */
  List<Against> againstNamed(Candidate successor) {
    return against(successor, OF_NAMED);
  }

  /** What a person who names it accepts, or what follows from it where no other one has as much. */
  List<Against> accepted(Candidate successor) {
    return against(successor, ACCEPTED);
  }

  /** Of a source that lives, and gives its place away. */
  List<Against> againstPlanned(Candidate successor) {
    return against(successor, OF_PLANNED);
  }

  /** The same, where a person names it. */
  List<Against> againstPlannedNamed(Candidate successor) {
    return against(successor, EnumSet.complementOf(EnumSet.of(Reason.OTHER_SOURCE)));
  }

  private List<Against> against(Candidate successor, Set<Reason> reasons) {
    List<Against> against = new ArrayList<>();
    for (Reason reason : reasons) {
      reason
          .rule
          .apply(this, successor)
          .ifPresent(said -> against.add(new Against(reason, said.why(), said.remedies())));
    }
    return against;
  }

  private static Optional<Said> said(String why, Remedies remedies) {
    return Optional.of(new Said(why, remedies));
  }

  private static Optional<Said> said(String why, String advice) {
    return said(why, Remedies.of(advice));
  }

  private Optional<Said> mustNot(Candidate successor) {
    return switch (rules.of(successor.address())) {
      case PREFER, NEUTRAL -> Optional.empty();
      case MUST_NOT ->
          said(
              "must not be promoted, as its tag says",
              "remove the tag \"%s\" of %s".formatted(PromotionRules.TAG, successor.address()));
      case NOT_UNDERSTOOD ->
          said(
              "has a tag \"%s\" that is none of prefer, neutral, must_not"
                  .formatted(PromotionRules.TAG),
              "set it to one of these, or remove it");
    };
  }

  private Optional<Said> noBinlog(Candidate successor) {
    return hasFollowers && !successor.canBeSource()
        ? said(
            "does not keep what it replicates in a binlog (log_replica_updates), or this is not"
                + " known",
            "let it keep them (log_replica_updates = ON in its option file, and a restart), and try"
                + " again")
        : Optional.empty();
  }

  private Optional<Said> applierFailed(Candidate successor) {
    Optional<LastError> error = successor.failure().filter(each -> !successor.isThrough());
    return error.map(each ->
        new Said(
            "cannot apply all that it received: " + each,
            Remedies.of("%s: compare what it received with its rows", Acts.reportCrash(source))));
  }

  private Optional<Said> delayed(Candidate successor) {
    return Followers.isDelayed(successor.channel())
        ? said(
            "applies with a delay, or this is not known",
            "set the delay of %s to 0".formatted(successor.address()))
        : Optional.empty();
  }

  private Optional<Said> wouldGoBeyond(Candidate successor) {
    return boundary
        .filter(end -> !successor.isThrough() && keepsNoReceived(successor))
        .map(end ->
            new Said(
                "has not applied all up to the end of the process that may have lost rows, and"
                    + " would go on beyond",
                Remedies.of(
                    "on %s, while its receiver can reach %s: STOP SLAVE; START SLAVE UNTIL master_gtid_pos = '%s'; try again when it has stopped"
                        .formatted(successor.address(), source, end.executed()))));
  }

  /** A server of domains empties the relay log of a channel of which both threads stood. */
  private Optional<Said> wouldDrop(Candidate successor) {
    return keepsNoReceived(successor)
            && successor.channel().applier().state() == ThreadState.STOPPED
            && !successor.isThrough()
        ? said(
            "has not applied all that it received, and would drop the rest when its applier is"
                + " started",
            "if its receiver runs, start its applier, and try again")
        : Optional.empty();
  }

  private static boolean keepsNoReceived(Candidate successor) {
    Positioning by = successor.channel().positioning();
    return by == Positioning.REPLICA_POS || by == Positioning.CURRENT_POS;
  }

  private Optional<Said> fenced(Candidate successor) {
    InstanceState state = successor.state();
    return !state.writeProtection().readOnly().isKnown()
            || state.writeProtection().offlineMode().is(true)
            || world.fenceOf(state.address()).isPresent()
        ? said("is fenced, or this is not known", Remedies.of(Acts.unfence(state.address())))
        : Optional.empty();
  }

  private Optional<Said> beingCopied(Candidate successor) {
    return world
        .backupOf(successor.address())
        .map(each ->
            new Said("is being copied", Remedies.of(Acts.listBackups(successor.address()))));
  }

  /** That of its whole cluster says nothing of it. */
  private Optional<Said> inDowntime(Candidate successor) {
    return world
        .downtimeOf(successor.address(), world.topology().takenAt())
        .filter(each -> each.of().instance().isPresent())
        .map(each ->
            new Said(
                "is worked on by %s until %s: %s"
                    .formatted(
                        each.owner(), each.until().truncatedTo(ChronoUnit.SECONDS), each.reason()),
                Remedies.of("end its downtime")));
  }

  private Optional<Said> notReplicating(Candidate successor) {
    Channel channel = successor.channel();
    return channel.isReplicating()
        ? Optional.empty()
        : said(
            "does not replicate: its receiver is %s, and its applier is %s"
                .formatted(channel.receiver().state(), channel.applier().state()),
            Remedies.of(Acts.showInstance(successor.address())));
  }

  private Optional<Said> leavesRowsOut(Candidate successor) {
    List<ReplicationFilter> filters = ReplicationFilter.of(successor.state().settings());
    return filters.isEmpty()
        ? Optional.empty()
        : said(
            "leaves rows out on purpose: %s".formatted(filters.getFirst()),
            "remove the filter, and rebuild it");
  }

  /** Nobody follows it by itself: what comes from there would come to all. */
  private Optional<Said> otherSource(Candidate successor) {
    return successor.state().knownChannels().stream()
        .filter(each -> !world.topology().keptUnder(each.source()).equals(source))
        .findFirst()
        .map(each ->
            new Said(
                "replicates from %s%s, too, and keeps that: what comes from there comes to all that replicate from it"
                    .formatted(each.source(), over(each)),
                Remedies.of("name it (--to), if that is wanted")));
  }

  private static String over(Channel channel) {
    return channel.name().isEmpty() ? "" : " over the channel '%s'".formatted(channel.name());
  }

  private Optional<InstanceState> old() {
    return world.topology().find(source).flatMap(node -> node.state());
  }

  private Optional<Said> otherFormat(Candidate successor) {
    Observed<String> mine = successor.state().binlog().format();
    return old()
        .map(state -> state.binlog().format())
        .filter(theirs -> !(mine.isKnown() && mine.equals(theirs)))
        .map(theirs ->
            new Said(
                "writes its binlog as %s, and %s as %s".formatted(mine, source, theirs),
                Remedies.of("set binlog_format of both to the same")));
  }

  /** The old source is to replicate from it, and servers do not read binlogs of later releases. */
  private Optional<Said> newer(Candidate successor) {
    return old()
        .filter(state -> isNewer(successor.state(), state))
        .map(state ->
            new Said(
                "is of %s, and %s of %s could not replicate from it"
                    .formatted(series(successor.state()), source, series(state)),
                Remedies.of("upgrade %s first".formatted(source))));
  }

  /** By the first two numbers: releases of one series understand each other. */
  static boolean isNewer(InstanceState one, InstanceState other) {
    ServerVersion mine = one.version().version();
    ServerVersion theirs = other.version().version();
    return mine.major() > theirs.major()
        || (mine.major() == theirs.major() && mine.minor() > theirs.minor());
  }

  private static String series(InstanceState state) {
    return "%s %s".formatted(state.version().flavor(), state.version().version());
  }

  private Optional<Said> errant(Candidate successor) {
    return switch (successor.errant()) {
      case Observed.Known<GtidSet>(GtidSet names) when names.isEmpty() -> Optional.empty();
      case Observed.Absent<GtidSet> absent -> Optional.empty();
      case Observed.Known<GtidSet>(GtidSet names) ->
          said(
              "wrote transactions itself, which %s never had: %s".formatted(source, names),
              "look what they are, and rebuild it where they do not belong there");
      case Observed.Unknown<GtidSet>(String why) ->
          said(
              "may have transactions that %s never had: %s".formatted(source, why),
              Remedies.of(Remedy.of(Acts.showInstance(successor.address()))));
    };
  }
}
