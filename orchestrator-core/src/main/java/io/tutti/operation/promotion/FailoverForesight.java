package io.tutti.operation.promotion;

import io.tutti.detection.SourceRole;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.SemiSync;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Foresight;
import io.tutti.promotion.IfSourceDied;
import io.tutti.promotion.IfSourceDied.Begun;
import io.tutti.promotion.IfSourceDied.LeftToPerson;
import io.tutti.promotion.IfSourceDied.Outcome;
import io.tutti.promotion.PromotionRules;
import io.tutti.promotion.Succession;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a failover would do, were a source to die now: {@link FailoverPlanning} without what it asks
 * servers. Pure.
 *
 * <ol>
 *   <li>It has a place to lose: others replicate from it, it passes nothing on for another one, it
 *       is not fenced or to be rebuilt, and nobody shut it who replicates back.
 *   <li>Who takes the place is chosen as by a failover ({@link FailoverEvidence}, {@link
 *       Succession}). While the source lives, whose receiver runs has received what any of them
 *       has; a backup session does not count, as it ends by itself.
 *   <li>Whoever is chosen must be trusted, and have what was seen before.
 *   <li>Where it is automatic, what would leave it to a person is said ({@link FailoverRecovery}).
 * </ol>
 */
public final class FailoverForesight implements Foresight {
  /** A replica that does not answer for less may be back in a moment. */
  private static final Duration PASSING_MAX = Duration.ofSeconds(10);

  private final FailoverSettings settings;

  public FailoverForesight(FailoverSettings settings) {
    this.settings = settings;
  }

  @Override
  public Optional<IfSourceDied> of(WorldView now, Cluster cluster, InstanceAddress source) {
    if (!hasPlace(now, source)) {
      return Optional.empty();
    }
    WorldView world = now.with(records -> records.withBackups(List.of()));
    FailoverSettings.OfCluster wanted =
        settings.of(world.topology(), world.circumstances().aliases(), cluster);
    Optional<LeftToPerson> left =
        wanted.policy() == FailoverPolicy.AUTO
            ? FailoverRecovery.leftToPerson(world, settings, known(world), cluster, source)
            : Optional.empty();
    return Optional.of(
        new IfSourceDied(
            source, begun(wanted.policy()), outcome(world, cluster, source, wanted.terms()), left));
  }

  private static boolean hasPlace(WorldView world, InstanceAddress source) {
    Optional<InstanceState> state = world.topology().find(source).flatMap(Node::state);
    if (state.isEmpty()
        || world.topology().linksTo(source).isEmpty()
        || world.fenceOf(source).isPresent()
        || world.rebuildOf(source).isPresent()) {
      return false;
    }
    return switch (SourceRole.of(world.topology(), source)) {
      case SOURCE -> state.get().isReplica().is(false);
      case CO_PRIMARY -> !state.get().writeProtection().acceptsWrites().is(false);
      case INTERMEDIATE -> false;
    };
  }

  private static FailoverRecovery.Known known(WorldView world) {
    return new FailoverRecovery.Known(
        world.circumstances().aliases(),
        world.circumstances().holds(),
        world.circumstances().silences());
  }

  private static Begun begun(FailoverPolicy policy) {
    return switch (policy) {
      case AUTO -> Begun.BY_ITSELF;
      case PROPOSE -> Begun.PROPOSED;
      case OFF -> Begun.BY_HAND;
    };
  }

  private static Outcome outcome(
      WorldView world, Cluster cluster, InstanceAddress source, FailoverTerms terms) {
    Optional<Succession.Refused> noPlace =
        FailoverPlanning.noPlace(world, source)
            .or(() -> FailoverPlanning.inGroup(world.topology(), source));
    if (noPlace.isPresent()) {
      return refused(noPlace.get());
    }
    FailoverEvidence evidence =
        FailoverEvidence.of(
            world,
            world,
            List.of(),
            source,
            FailoverRequest.ofBest(source, Optional.empty()),
            terms);
    return switch (evidence.succession(source, rules(world, cluster))) {
      case Succession.Refused refused ->
          new IfSourceDied.Refused(
              refused.why(), refused.remedies(), isPassing(world, evidence.unread()));
      case Succession.Found found -> taken(world, source, evidence, found);
    };
  }

  private static IfSourceDied.Refused refused(Succession.Refused refused) {
    return new IfSourceDied.Refused(refused.why(), refused.remedies(), false);
  }

  private static PromotionRules rules(WorldView world, Cluster cluster) {
    Instant now = world.topology().takenAt();
    return PromotionRules.of(
        cluster.members(), server -> world.circumstances().tagsOf(server, now));
  }

  /** Those who answered just now, and do not, may answer again. */
  private static boolean isPassing(WorldView world, List<InstanceAddress> unread) {
    Instant now = world.topology().takenAt();
    return !unread.isEmpty()
        && unread.stream()
            .allMatch(replica ->
                world
                    .topology()
                    .find(replica)
                    .flatMap(Node::failure)
                    .filter(failure ->
                        Duration.between(failure.since(), now).compareTo(PASSING_MAX) < 0)
                    .isPresent());
  }

  private static Outcome taken(
      WorldView world, InstanceAddress source, FailoverEvidence evidence, Succession.Found found) {
    InstanceAddress successor = found.successor().address();
    if (!world.circumstances().trusts(successor)) {
      return new IfSourceDied.Refused(
          "%s is known only from what other servers report, and nobody has trusted it"
              .formatted(successor),
          Remedies.of(Acts.trust(successor)).or(Acts.trustCluster(source)),
          false);
    }
    Optional<Has> has = FailoverEvidence.has(world, source, found);
    if (has.isEmpty()) {
      return new IfSourceDied.Refused(
          "what %s has received is not known".formatted(successor),
          Remedies.of(Acts.showInstance(successor)),
          false);
    }
    boolean receives = found.channel().receiver().state() == ThreadState.RUNNING;
    boolean isGone = world.topology().find(source).filter(Node::isReached).isEmpty();
    List<String> lacking = isGone || !receives ? evidence.missing(found, has.get()) : List.of();
    return lacking.isEmpty()
        ? new IfSourceDied.Taken(
            successor, lost(world, source, successor), notes(world, source, found), behind(found))
        : new IfSourceDied.Refused(
            "%s lacks what was seen before: %s".formatted(successor, String.join("; ", lacking)),
            Remedies.of(Acts.showInstance(successor)),
            false);
  }

  /** Of what was committed and not received yet nobody knows. */
  private static List<String> lost(
      WorldView world, InstanceAddress source, InstanceAddress successor) {
    boolean isAcknowledged =
        world
            .topology()
            .find(source)
            .flatMap(Node::state)
            .map(InstanceState::semiSync)
            .filter(FailoverForesight::waits)
            .isPresent();
    return List.of(
        isAcknowledged
            ? "What %s commits is acknowledged by a replica before clients hear of it, as long as semi-sync stays on."
                .formatted(source)
            : "What %s has committed and %s has not received then: nothing waits for it."
                .formatted(source, successor));
  }

  private static boolean waits(SemiSync semiSync) {
    return semiSync.sourceEnabled().is(true) && semiSync.sourceActive().is(true);
  }

  private static List<String> notes(
      WorldView world, InstanceAddress source, Succession.Found found) {
    List<String> notes = new ArrayList<>(found.errant());
    found.followers().left().forEach(left -> notes.add("Left out: %s.".formatted(left)));
    if (!world.circumstances().mayAttach()) {
      notes.add(
          "%s could not be attached again by Tutti, and a switchover would be refused, as tutti.replication.user is not set."
              .formatted(source));
    }
    return notes;
  }

  private static Optional<Duration> behind(Succession.Found found) {
    return found.channel().lag().asOptional().map(Lag::amount);
  }
}
