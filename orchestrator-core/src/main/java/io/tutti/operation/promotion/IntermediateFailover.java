package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.relocation.RelocateRequest;
import io.tutti.operation.relocation.RelocationPlanner;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Floor;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.promotion.Regrouping;
import io.tutti.promotion.Regrouping.Move;
import io.tutti.spi.Deadline;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The replicas of a dead intermediate source get another source ({@link Regrouping}), each as a
 * relocation of its own. Nobody is promoted, and the dead one is not fenced: when it answers again,
 * it is a replica as before.
 *
 * @param known before the replicas were read again
 */
record IntermediateFailover(
    PromotionEnvironment environment,
    WorldView known,
    Surroundings around,
    InstanceAddress dead,
    FailoverRequest request) {

  Plan plan(Goal goal, Cluster cluster, List<String> notes, Deadline deadline) {
    InstanceState above = requireAbove();
    Optional<InstanceAddress> wanted = request.to().map(around.snapshot()::keptUnder);
    Regrouping regrouping =
        Regrouping.of(
            around.world(), dead, above, wanted, environment.rules(around.world()).order(dead));
    return switch (regrouping) {
      case Regrouping.Refused(String why, Remedies remedies) ->
          throw FailoverPlanning.unsafe(dead, why, remedies);
      case Regrouping.Found found -> {
        notes.addAll(lost(found));
        List<LeftBehind> left = new ArrayList<>(found.left());
        List<PlannedStep> moves = steps(found, left);
        requireMay(moves, above, deadline);
        List<PlannedStep> steps =
            new ArrayList<>(
                HoldStep.ofIntermediate(dead, above.address(), cluster.name(), request.hold()));
        steps.addAll(moves);
        steps.add(
            FailoverPlanning.account(
                around, dead, found.complete().address(), floor(), Optional.empty()));
        notes.add("%s.".formatted(found.why()));
        if (!request.carry().isEmpty()) {
          notes.add("Nobody is promoted, so nothing goes over.");
        }
        notes.addAll(own(found));
        left.forEach(each -> notes.add("Stays below %s: %s.".formatted(dead, each)));
        notes.add(
            "When %s answers again, it replicates from %s as before, and nobody from it."
                .formatted(dead, above.address()));
        List<InstanceAddress> touched =
            new ArrayList<>(steps.stream().map(PlannedStep::target).toList());
        touched.add(above.address());
        yield Plan.of(goal, Scope.ofTopology(cluster.name(), touched), steps).withNotes(notes);
      }
    };
  }

  /** The one that the dead one replicates from. */
  private InstanceState requireAbove() {
    List<InstanceAddress> sources =
        around.snapshot().linksOf(dead).stream().map(ReplicationLink::source).distinct().toList();
    if (sources.size() > 1) {
      throw FailoverPlanning.unsafe(
          dead,
          "it replicates from %s: where its replicas belong is not known".formatted(sources),
          Remedies.of("let them replicate from another server one by one"));
    }
    InstanceAddress above = sources.getFirst();
    return around
        .snapshot()
        .find(above)
        .flatMap(Node::currentState)
        .orElseThrow(() ->
            FailoverPlanning.unsafe(
                dead,
                "its own source %s does not answer either".formatted(above),
                Remedies.of("bring %s back".formatted(above))
                    .or("if that is dead, too: %s", Acts.failover(above))));
  }

  /** What was seen of the dead one, and nobody has. */
  private List<String> lost(Regrouping.Found found) {
    InstanceState complete = found.complete();
    GtidSet received =
        SourceHistory.executed(complete)
            .orElseThrow(() ->
                FailoverPlanning.unsafe(
                    dead,
                    "what %s has executed is not known".formatted(complete.address()),
                    Remedies.of(Acts.showInstance(complete.address()))));
    for (Channel channel : complete.knownChannels()) {
      received = channel.receiver().retrieved().asOptional().map(received::union).orElse(received);
    }
    List<String> lacking = floor().lackedBy(new Has.Named(received));
    if (!lacking.isEmpty() && request.force().isEmpty()) {
      throw FailoverPlanning.unsafe(
          dead,
          "what was seen before would be missing: %s".formatted(String.join("; ", lacking)),
          Remedies.of("bring %s back".formatted(dead))
              .or("to go on without it: %s", Acts.failoverByForce(dead)));
    }
    return lacking.stream().map(each -> "Nobody has it now: %s.".formatted(each)).toList();
  }

  private Floor floor() {
    return Floor.of(known.topology(), dead, request.atLeast().map(GtidSet::parse));
  }

  private List<PlannedStep> steps(Regrouping.Found found, List<LeftBehind> left) {
    List<PlannedStep> steps = new ArrayList<>();
    for (Move move : found.moves()) {
      RelocationPlanner planner = planner(move);
      List<RelocationPlanner.Against> against =
          planner.against(found.complete().equals(move.source()) && found.isBelowSibling());
      if (against.isEmpty()) {
        steps.add(planner.step());
        continue;
      }
      String why =
          "cannot replicate from %s: %s"
              .formatted(
                  move.source().address(),
                  String.join("; ", against.stream().map(RelocationPlanner.Against::why).toList()));
      if (request.to().isEmpty() || move.equals(found.moves().getFirst())) {
        throw FailoverPlanning.unsafe(
            dead,
            "%s %s".formatted(move.replica().address(), why),
            against.stream()
                .map(RelocationPlanner.Against::remedies)
                .reduce(Remedies.none(), Remedies::or)
                .or("or name the new source (--to), and who cannot replicate from it is left out"));
      }
      left.add(new LeftBehind(move.replica().address(), why));
    }
    if (!found.isBelowSibling()) {
      return new ArrayList<>(Plan.together("replicas", steps));
    }
    List<PlannedStep> inOrder = new ArrayList<>(List.of(steps.getFirst()));
    inOrder.addAll(Plan.together("replicas", steps.subList(1, steps.size())));
    return inOrder;
  }

  private RelocationPlanner planner(Move move) {
    Surroundings.Words words = around.words().get(move.replica().address());
    if (words == null) {
      throw new IllegalStateException(move.replica().address() + " was not read");
    }
    return new RelocationPlanner(
        around.world(),
        new RelocateRequest(
            move.replica().address(),
            move.source().address(),
            Optional.of(move.fromDead().name()),
            true),
        move.replica(),
        move.fromDead(),
        move.source(),
        words.statements());
  }

  private void requireMay(List<PlannedStep> steps, InstanceState above, Deadline deadline) {
    around.requirePrivileges(
        environment.servers(),
        steps.stream().map(PlannedStep::target).toList(),
        Optional.empty(),
        deadline);
    try (Session session = environment.servers().open(above.address(), deadline)) {
      Surroundings.requireVouched(session, above.address());
    }
  }

  private static List<String> own(Regrouping.Found found) {
    return found.isBelowSibling()
        ? List.of(
            "%s keeps what its source never had; the other replicas fetch it from there."
                .formatted(found.complete().address()))
        : List.of();
  }
}
