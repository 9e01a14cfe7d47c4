package io.tutti.operation.promotion;

import io.tutti.analysis.FindingCode;
import io.tutti.crash.Incident;
import io.tutti.detection.SourceDetector;
import io.tutti.detection.SourceRole;
import io.tutti.detection.SourceVerdict;
import io.tutti.detection.SourceVerdict.Kind;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.promotion.GroupMember;
import io.tutti.promotion.IfSourceDied.LeftToPerson;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.RivalController;
import io.tutti.promotion.TakenPlace;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.Cluster;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Downtime;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Silence;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets a replica take the place of a source by itself, or proposes it.
 *
 * <ol>
 *   <li>Its cases: each source that is proved to be dead or frozen, and each restart of a source
 *       that lost what a replica has.
 *   <li>One that is being replaced, or was, is left.
 *   <li>A person decides where {@code tutti.failover.policy} says so; while its source is in
 *       downtime, or somebody knows of it; while its cluster is in hold; and where it is not sure
 *       that the place is free.
 *   <li>Otherwise an operation is begun, without force: all that refuses it to a person refuses it
 *       here, and is told.
 * </ol>
 */
final class FailoverRecovery {
  /** What refuses it may pass: a replica that is back is looked at before that. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  /** What has failed for so long fails each time. */
  static final Duration FAILED_PAUSE_MAX = Duration.ofMinutes(1);

  private final FailoverSettings settings;
  private final Known known;

  /**
   * What is known beside the world.
   *
   * @param aliases of clusters
   */
  record Known(ClusterAliases aliases, List<FailoverHold> holds, List<Silence> silences) {}

  private FailoverRecovery(FailoverSettings settings, Known known) {
    this.settings = settings;
    this.known = known;
  }

  static RecoveryRule rule(FailoverSettings settings, Supplier<Known> known) {
    return new RecoveryRule(
        "failover",
        (world, now) -> cases(world, settings, known.get(), now),
        BackOff.upTo(PAUSE_MAX).withFailedForLong(FAILED_PAUSE_MAX),
        Times.WHILE_WANTED);
  }

  /** Each source that somebody may have to replace. Pure. */
  static List<Case> cases(WorldView world, FailoverSettings settings, Known known, Instant now) {
    FailoverRecovery rule = new FailoverRecovery(settings, known);
    List<Case> cases = new ArrayList<>();
    for (Cluster cluster : world.topology().clusters()) {
      for (InstanceAddress member : cluster.members()) {
        world
            .topology()
            .find(member)
            .flatMap(node -> SourceDetector.judge(world.topology(), node))
            .filter(verdict -> verdict.kind() == Kind.DEAD || verdict.kind() == Kind.FROZEN)
            .map(verdict -> new Lost(cluster, verdict))
            .map(lost -> rule.decided(world, lost, now))
            .ifPresent(cases::add);
      }
    }
    world.records().incidents().values().stream()
        .flatMap(Collection::stream)
        .sorted(Comparator.comparing(Incident::noticedAt).thenComparing(Incident::id))
        .flatMap(incident -> Lost.of(world, incident).stream())
        .map(lost -> rule.decided(world, lost, now))
        .forEach(cases::add);
    return cases;
  }

  /**
   * A source that has lost its life, or commits.
   *
   * @param id of the case
   * @param what is so, as a sentence
   * @param since when
   * @param code of the findings that say so
   * @param goal of the operation that replaces it; without a hold, what a person would ask for
   * @param byHand what a person would ask for
   * @param isDead whether nobody has seen to it yet: one that is fenced was left by somebody
   */
  private record Lost(
      Cluster cluster,
      InstanceAddress source,
      String id,
      String what,
      Instant since,
      FindingCode code,
      Function<Optional<Duration>, Goal> goal,
      Act byHand,
      boolean isDead,
      boolean isHead) {

    Lost(Cluster cluster, SourceVerdict verdict) {
      this(
          cluster,
          verdict.source(),
          "%s since %s".formatted(verdict.source(), verdict.since()),
          "%s is %s: %s"
              .formatted(
                  verdict.source(), verdict.kind() == Kind.DEAD ? "dead" : "frozen", verdict.why()),
          verdict.since(),
          code(verdict),
          hold -> FailoverRequest.ofBest(verdict.source(), hold).toGoal(),
          Acts.failover(verdict.source()),
          true,
          verdict.role() == SourceRole.SOURCE);
    }

    private static FindingCode code(SourceVerdict verdict) {
      if (verdict.kind() == Kind.FROZEN) {
        return FindingCode.SOURCE_FROZEN;
      }
      return verdict.role() == SourceRole.INTERMEDIATE
          ? FindingCode.INTERMEDIATE_SOURCE_DEAD
          : FindingCode.SOURCE_DEAD;
    }

    /** Of a source that is not replaced yet, and of which a replica has what it lost. */
    static Optional<Lost> of(WorldView world, Incident incident) {
      InstanceAddress source = world.topology().keptUnder(incident.instance());
      boolean isOpen =
          incident.isOpen()
              && incident.isSuspect()
              && incident.hasLostOnSource()
              && incident.replacement().isEmpty()
              && world.rebuildOf(source).isEmpty()
              && !world.topology().linksTo(source).isEmpty();
      return world
          .topology()
          .clusterOf(source)
          .filter(cluster -> isOpen)
          .map(cluster ->
              new Lost(
                  cluster,
                  source,
                  "incident " + incident.id(),
                  "%s was restarted, and lost commits that a replica has.".formatted(source),
                  incident.noticedAt(),
                  FindingCode.TRANSACTIONS_LOST_ON_SOURCE,
                  hold -> ResolveRequest.ofBest(source, incident.id(), hold).toGoal(),
                  Acts.resolve(incident.id()),
                  false,
                  world.topology().linksOf(source).isEmpty()));
    }
  }

  /** Why a source would be left to a person, were it to die now, though that is automatic. Pure. */
  static Optional<LeftToPerson> leftToPerson(
      WorldView world,
      FailoverSettings settings,
      Known known,
      Cluster cluster,
      InstanceAddress source) {
    Instant now = world.topology().takenAt();
    Lost lost =
        new Lost(
            cluster,
            source,
            "",
            "",
            now,
            FindingCode.SOURCE_DEAD,
            hold -> FailoverRequest.ofBest(source, hold).toGoal(),
            Acts.failover(source),
            true,
            SourceRole.of(world.topology(), source) == SourceRole.SOURCE);
    FailoverRecovery rule = new FailoverRecovery(settings, known);
    return rule.decide(world, lost, now) instanceof Decision.AskOperator(String why, Remedies all)
        ? Optional.of(
            new LeftToPerson(
                why.strip(),
                world.downtimeOf(source, now).isPresent()
                    || rule.silence(world, lost, now).isPresent()
                    || rule.holdOf(world, lost, now).isPresent()))
        : Optional.empty();
  }

  private Case decided(WorldView world, Lost lost, Instant now) {
    return new Case(lost.id(), lost.source(), decide(world, lost, now));
  }

  private Decision decide(WorldView world, Lost lost, Instant now) {
    Optional<FailoverHold> hold = holdOf(world, lost, now);
    Optional<FailoverHold> own = hold.filter(each -> isOwn(world, each, lost));
    if (own.isPresent()) {
      return own.get().isIntermediate()
          ? left(world, lost, own.get())
          : new Decision.Ignore(
              "A replica takes its place by itself, since %s."
                  .formatted(seconds(own.get().since())));
    }
    FailoverSettings.OfCluster wanted =
        settings.of(world.topology(), known.aliases(), lost.cluster());
    if (wanted.policy() == FailoverPolicy.OFF) {
      return person(lost, "tutti.failover.policy is OFF for the cluster " + lost.cluster().name());
    }
    return unwanted(world, lost, now)
        .or(() -> hold.map(each -> inHold(lost, each)))
        .orElseGet(() ->
            wanted.policy() == FailoverPolicy.AUTO
                ? new Decision.Recover(lost.goal().apply(Optional.of(wanted.hold())), lost.what())
                : new Decision.Propose(
                    lost.goal().apply(Optional.empty()),
                    lost.what() + " tutti.failover.policy is PROPOSE.",
                    Remedies.of(lost.byHand())));
  }

  private Optional<FailoverHold> holdOf(WorldView world, Lost lost, Instant now) {
    return known.holds().stream()
        .filter(each -> !each.isOver(now))
        .filter(each -> each.holds(world.topology(), lost.cluster(), lost.source()))
        .findFirst();
  }

  private static boolean isOwn(WorldView world, FailoverHold hold, Lost lost) {
    return world.topology().keptUnder(hold.lost()).equals(lost.source())
        && !hold.since().isBefore(lost.since());
  }

  private static Decision person(Lost lost, String why) {
    return new Decision.AskOperator(
        "%s %s.".formatted(lost.what(), why), Remedies.of(lost.byHand()));
  }

  /** Who was not moved, or not yet. */
  private static Decision left(WorldView world, Lost lost, FailoverHold hold) {
    return new Decision.AskOperator(
        "%s By itself its replicas get another source, since %s. Who stays below it is left to a person until %s, now %s."
            .formatted(
                lost.what(),
                seconds(hold.since()),
                seconds(hold.until()),
                String.join(
                    ", ",
                    world.topology().linksTo(lost.source()).stream()
                        .map(link -> link.replica().toString())
                        .distinct()
                        .toList())),
        Remedies.of(lost.byHand())
            .or("to have it tried by itself again: %s", Acts.releaseHold(lost.cluster().name())));
  }

  private static Decision inHold(Lost lost, FailoverHold hold) {
    if (hold.isIntermediate()) {
      return new Decision.AskOperator(
          "%s It is in hold until %s: its replicas got another source by itself at %s."
              .formatted(lost.what(), seconds(hold.until()), seconds(hold.since())),
          Remedies.of(lost.byHand())
              .or(
                  "once it is known why this happens again: %s",
                  Acts.releaseHold(lost.cluster().name())));
    }
    return new Decision.AskOperator(
        "%s The cluster %s is in hold until %s: it was failed over by itself at %s, as it lost %s."
            .formatted(
                lost.what(),
                lost.cluster().name(),
                seconds(hold.until()),
                seconds(hold.since()),
                hold.lost()),
        Remedies.of(lost.byHand())
            .or(
                "once it is known why this happens again: %s",
                Acts.releaseHold(lost.cluster().name())));
  }

  /** Why it is left to a person whatever the policy, but for a hold. */
  private Optional<Decision> unwanted(WorldView world, Lost lost, Instant now) {
    return world
        .downtimeOf(lost.source(), now)
        .map(Downtime::sentence)
        .or(() -> silence(world, lost, now))
        .map(why -> person(lost, why))
        .or(() ->
            RivalController.why(world.topology(), lost.source()).map(why -> person(lost, why)))
        .or(() -> group(world, lost))
        .or(() -> taken(world, lost))
        .or(() -> notFree(world, lost).map(why -> person(lost, why)));
  }

  /** Of an intermediate one nobody is promoted, whatever its group does. */
  private static Optional<Decision> group(WorldView world, Lost lost) {
    return GroupMember.why(world.topology(), lost.source())
        .filter(why -> isPromoted(world, lost))
        .map(why ->
            new Decision.AskOperator(
                "%s But %s.".formatted(lost.what(), why), GroupMember.remedies()));
  }

  private static boolean isPromoted(WorldView world, Lost lost) {
    return SourceRole.of(world.topology(), lost.source()) != SourceRole.INTERMEDIATE;
  }

  /** A person, or another controller, was quicker: whoever has the place keeps it. */
  private static Optional<Decision> taken(WorldView world, Lost lost) {
    List<RememberedCluster.Member> members =
        isPromoted(world, lost) ? world.membersBelow(lost.source()) : List.of();
    return TakenPlace.of(world.topology(), lost.source(), members)
        .map(taken ->
            new Decision.AskOperator(
                "%s %s.".formatted(lost.what(), taken.sentence(lost.source())),
                FormerMembers.remedies(
                    taken.by(),
                    world.topology().linksTo(lost.source()).stream()
                        .map(ReplicationLink::replica)
                        .findFirst()
                        .orElse(lost.source()))));
  }

  private Optional<String> silence(WorldView world, Lost lost, Instant now) {
    return known.silences().stream()
        .filter(each -> each.code().equals(lost.code().name()) && !each.isOver(now))
        .filter(each -> each.kind() == Silence.Kind.MUTED || !each.at().isBefore(lost.since()))
        .filter(each -> each.of().covers(world.topology(), lost.source()))
        .findFirst()
        .map(each ->
            "%s knows of it (%s was %s: %s)"
                .formatted(
                    each.by(),
                    each.code(),
                    each.kind() == Silence.Kind.MUTED ? "muted" : "acknowledged",
                    each.reason()));
  }

  /** For people, who do not look for less. */
  private static Instant seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Another one may take writes in its place already. */
  private static Optional<String> notFree(WorldView world, Lost lost) {
    if (lost.isDead() && world.fenceOf(lost.source()).isPresent()) {
      return Optional.of(
          "It is fenced since %s, so another one may have its place"
              .formatted(seconds(world.fenceOf(lost.source()).get().since())));
    }
    OfSource ofSource = OfSource.of(world.topology(), lost.source());
    return lost.cluster().heads().stream()
        .filter(head -> lost.isHead() && !head.equals(lost.source()))
        .filter(head -> !isOfAnother(world, ofSource, head))
        .findFirst()
        .map(
            head -> "The cluster %s has another source, %s".formatted(lost.cluster().name(), head));
  }

  /** A replica may collect what sources write that have nothing of each other. */
  private static boolean isOfAnother(WorldView world, OfSource ofSource, InstanceAddress head) {
    return world
        .topology()
        .find(head)
        .flatMap(Node::state)
        .filter(ofSource::hasNothing)
        .isPresent();
  }
}
