package io.tutti.operation.promotion;

import io.tutti.crash.Incident;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.AckProof;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a source that was failed over has when it is back, and who took its place has not: of which
 * of it a client may have been informed that it succeeded. Pure, by what was kept with the
 * failover.
 *
 * <ol>
 *   <li>The newest failover of it counts that was asked for after its process was seen last.
 *   <li>What it wrote after its start may have been acknowledged.
 *   <li>The same holds for what it was seen to have executed before it died.
 *   <li>The rest, which it wrote in between, was never acknowledged where those that could be read
 *       have every acknowledged commit together ({@link AckProof}), and its process had ended.
 *   <li>Where one of that is not known, it may have been.
 * </ol>
 */
public final class ReturnedSource {
  private final TopologySnapshot snapshot;
  private final Incident incident;
  private final InstanceAddress keeper;
  private final AccountStep.Seen seen;

  /** Some of it. */
  public record Part(boolean isNeverAcknowledged, GtidSet gtids, String sentence) {}

  private ReturnedSource(
      TopologySnapshot snapshot, Incident incident, InstanceAddress keeper, AccountStep.Seen seen) {
    this.snapshot = snapshot;
    this.incident = incident;
    this.keeper = keeper;
    this.seen = seen;
  }

  /**
   * @param operations the newest first
   */
  public static List<Part> of(
      TopologySnapshot snapshot, Incident incident, Collection<Operation> operations) {
    InstanceAddress source = snapshot.keptUnder(incident.instance());
    return operations.stream()
        .filter(each -> each.plan().goal().kind().equals(FailoverRequest.FAILOVER))
        .filter(each -> each.state() == OperationState.SUCCEEDED)
        .filter(each -> each.request().at().isAfter(incident.ended().seenAt()))
        .filter(each -> isOf(snapshot, source, each))
        .findFirst()
        .flatMap(each -> account(each).map(step -> of(snapshot, incident, step)))
        .orElse(List.of());
  }

  private static boolean isOf(TopologySnapshot snapshot, InstanceAddress source, Operation each) {
    InstanceAddress lost = each.plan().goal().request(FailoverRequest.class).source();
    return snapshot.keptUnder(lost).equals(source);
  }

  private static Optional<PlannedStep> account(Operation operation) {
    return operation.plan().steps().stream()
        .filter(step -> step.kind().equals(AccountStep.KIND))
        .findFirst();
  }

  private static List<Part> of(TopologySnapshot snapshot, Incident incident, PlannedStep account) {
    return account
        .seen(AccountStep.Seen.class)
        .map(seen -> new ReturnedSource(snapshot, incident, account.target(), seen).parts())
        .orElse(List.of());
  }

  private Optional<InstanceState> now(InstanceAddress server) {
    return snapshot.find(snapshot.keptUnder(server)).flatMap(Node::state);
  }

  private List<Part> parts() {
    return now(incident.instance())
        .flatMap(old -> now(keeper).flatMap(next -> Errant.of(old, next).asOptional()))
        .filter(alone -> !alone.isEmpty())
        .map(this::parts)
        .orElse(List.of());
  }

  private List<Part> parts(GtidSet alone) {
    Optional<GtidSet> atStart = incident.evidence().atStart().asOptional();
    if (atStart.isEmpty()) {
      return List.of(perhaps(alone, "what it had when it started is not known"));
    }
    GtidSet since = alone.minus(atStart.get());
    List<Part> parts = new ArrayList<>(before(alone.minus(since)));
    if (!since.isEmpty()) {
      parts.add(perhaps(since, "it wrote this after its start, until it was fenced"));
    }
    return parts;
  }

  /** What it had when it started. */
  private List<Part> before(GtidSet names) {
    Optional<GtidSet> read = lastRead();
    if (names.isEmpty()) {
      return List.of();
    }
    if (!isProved() || read.isEmpty()) {
      return List.of(perhaps(names, "semi-sync does not prove otherwise"));
    }
    List<Part> parts = new ArrayList<>();
    GtidSet later = names.minus(read.get());
    GtidSet earlier = names.minus(later);
    if (!later.isEmpty()) {
      parts.add(never(later));
    }
    if (!earlier.isEmpty()) {
      parts.add(perhaps(earlier, "it was seen to have executed this before it died"));
    }
    return parts;
  }

  private boolean isProved() {
    return seen.acks()
        .filter(AckProof.Watched::hasEnded)
        .filter(AckProof.Watched::holdsAll)
        .isPresent();
  }

  private Optional<GtidSet> lastRead() {
    return seen.gone().stream()
        .filter(each ->
            snapshot.keptUnder(each.server()).equals(snapshot.keptUnder(incident.instance())))
        .map(AccountStep.Received::received)
        .filter(Has.Named.class::isInstance)
        .map(has -> ((Has.Named) has).gtids())
        .findFirst();
  }

  private Part never(GtidSet names) {
    return new Part(
        true,
        names,
        "%s was never acknowledged: no client was informed that it succeeded. %s"
            .formatted(names, seen.acks().map(AckProof.Watched::sentence).orElse(""))
            .strip());
  }

  private static Part perhaps(GtidSet names, String why) {
    return new Part(
        false,
        names,
        "%s may have been acknowledged (%s): look at it before it is rebuilt."
            .formatted(names, why));
  }
}
