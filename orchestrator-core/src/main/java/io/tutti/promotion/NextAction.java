package io.tutti.promotion;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is left to do about a restart that may have cost something, as what Tutti can be asked for.
 *
 * @param what it does, and in which case
 */
public record NextAction(Act act, String what) {

  /**
   * In the order in which they are done; where there is a choice, the one that loses least comes
   * first. Pure.
   *
   * <ol>
   *   <li>Nothing about one that is over, or is not known to have cost anything.
   *   <li>A server that is marked is rebuilt.
   *   <li>A replica that was left out with it is marked and made again.
   *   <li>One that was left out is salvaged where it replicates itself, or made again.
   *   <li>One that others replicate from is left out, or continues with what it has.
   *   <li>One that replicates, and that nobody replicates from, is salvaged or made again.
   *   <li>One that is alone has all that there is.
   * </ol>
   */
  public static List<NextAction> of(WorldView world, Incident incident) {
    return incident.isOpen() && incident.isSuspect()
        ? new Draft(world, incident).complete()
        : List.of();
  }

  private record Draft(
      WorldView world, Incident incident, InstanceAddress instance, List<NextAction> steps) {
    Draft(WorldView world, Incident incident) {
      this(world, incident, world.topology().keptUnder(incident.instance()), new ArrayList<>());
    }

    private void say(String what, Act act) {
      steps.add(new NextAction(act, what));
    }

    List<NextAction> complete() {
      Optional<RebuildMark> mark = world.rebuildOf(instance);
      boolean isReplica = !world.topology().linksOf(instance).isEmpty();
      if (mark.isPresent()) {
        marked(mark.get());
      } else if (incident.replacement().isPresent()) {
        report();
        leftBehind();
        repair(isReplica);
      } else if (!world.topology().linksTo(instance).isEmpty()) {
        source(isReplica);
      } else if (isReplica) {
        repair(true);
      } else {
        alone();
      }
      return List.copyOf(steps);
    }

    private boolean isFenced() {
      return world.fenceOf(instance).isPresent();
    }

    private void report() {
      say("read what it lost and others have", Acts.reportIncident(incident.id()));
    }

    private void marked(RebuildMark mark) {
      Optional<InstanceAddress> donor =
          mark.donor().filter(chosen -> world.backupOf(chosen).isPresent());
      if (donor.isPresent()) {
        say(
            "once %s is copied: end its session".formatted(donor.get()),
            Acts.endBackup(donor.get(), world.backupOf(donor.get()).orElseThrow().id()));
      } else {
        say("rebuild it from another server", Acts.rebuild(instance));
      }
      if (mark.donor().filter(chosen -> world.topology().linksOf(chosen).isEmpty()).isPresent()) {
        say(
            "only where a dump of it was loaded by hand: let it replicate from the place that the"
                + " dump shows",
            Acts.attachCopyAt(instance));
      } else if (mark.donor().isPresent()) {
        say(
            "only where the copy was made by hand, and is in place: let it replicate",
            Acts.attachCopy(instance));
      }
      unfenceIntact();
    }

    /**
     * Who did not continue without it receives nothing any more; only what is marked is rebuilt.
     */
    private void leftBehind() {
      world.topology().linksTo(instance).stream()
          .map(ReplicationLink::replica)
          .filter(each -> world.rebuildOf(each).isEmpty())
          .distinct()
          .forEach(each -> {
            say(
                "%s was left out with it: mark it for a rebuild, in which it loses all its data"
                    .formatted(each),
                Acts.markToRebuild(each, "left out with " + instance));
            say("then rebuild it", Acts.rebuild(each));
          });
    }

    /** A source has only its binlogs to show where it was: nothing proves it whole. */
    private void repair(boolean isReplica) {
      if (isReplica) {
        say(
            "make its binlogs match what its rows hold, if its position can be proved",
            Acts.salvage(instance));
        say("after that, nothing is left to do", Acts.closeIncident(incident.id(), "salvaged"));
      }
      say(
          (isReplica ? "if that is refused: " : "") + "rebuild it from another server",
          Acts.rebuild(instance));
      unfenceIntact();
    }

    private void unfenceIntact() {
      if (isFenced()) {
        say("once it is salvaged or rebuilt: lift its fence", Acts.unfence(instance));
      }
    }

    private void source(boolean isReplica) {
      if (!isFenced()) {
        say(
            "keep clients away from it until you have decided what to do with it",
            Acts.fence(instance, incident.id()));
      }
      report();
      if (isReplica) {
        say("let its replicas replicate from its own source", Acts.resolve(incident.id()));
      } else {
        promote();
      }
      goOn(
          "or let it continue with what it has, and accept what it lost as lost",
          incident.evidence().replicas().stream()
              .filter(each -> each.lostOnSource().areFound())
              .toList());
    }

    private void promote() {
      if (BestReplica.of(world, instance) instanceof BestReplica.Chosen best) {
        say(
            best.canApplyAll()
                ? "promote %s, with all that was received".formatted(best.replica())
                : "promote %s; its applier has failed, and a dry run shows what it will not have"
                    .formatted(best.replica()),
            Acts.resolve(incident.id()));
        return;
      }
      List<InstanceAddress> away =
          world.topology().linksTo(instance).stream()
              .map(ReplicationLink::replica)
              .filter(each -> world.topology().find(each).flatMap(Node::currentState).isEmpty())
              .distinct()
              .toList();
      for (InstanceAddress each : away) {
        say(
            "only if %s will not come back: what only it has is lost then".formatted(each),
            Acts.forget(each));
      }
      if (away.isEmpty()) {
        say(
            "name the replica to promote; it is refused if transactions would be lost, and the"
                + " refusal names them",
            Acts.resolvePromoting(incident.id()));
      } else {
        say("once all its replicas answer: promote the best of them", Acts.resolve(incident.id()));
      }
    }

    private void alone() {
      report();
      goOn("no other server is known: let it continue with what it has", List.of());
    }

    /** Those that have more than it would differ from it, without an error. */
    private void goOn(String what, List<LostOnSourceByReplica> ahead) {
      if (isFenced()) {
        say(what, Acts.unfenceByForce(instance));
      }
      for (LostOnSourceByReplica each : ahead) {
        say(
            "then %s differs from it, and has to be rebuilt".formatted(each.address()),
            Acts.mark(each.address()));
      }
      say(isFenced() ? "and close the incident" : what, Acts.closeIncident(incident.id()));
    }
  }
}
