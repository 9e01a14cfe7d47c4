package io.tutti.operation.fence;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.WriteProtection;
import io.tutti.operation.crash.RestartReport;
import io.tutti.promotion.FormerSource;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether clients may be admitted to a fenced server. What is not known is no. Pure.
 *
 * <ol>
 *   <li>No replica has transactions that the server lost.
 *   <li>The end of its process before lost nothing; one that ended before this controller knew the
 *       server is not judged, nor one whose restart was closed: somebody has, or it was rebuilt.
 *   <li>No earlier end of it that may have lost something is left open, nor one of which it is not
 *       known yet what replicas have.
 *   <li>It is not marked to be rebuilt.
 *   <li>If it takes writes then, no other of its cluster, of now or of when it was fenced, does;
 *       what a server lists as the address of a replica, and was never read, is not asked: else
 *       whoever may replicate could keep a server fenced.
 * </ol>
 *
 * @param restart the one with which the process began that runs now, also if it was closed
 * @param guide how its release is kept from its clients
 * @param protections reads who may write to a server
 */
record UnfenceCheck(
    Fence fence,
    WorldView world,
    Optional<Incident> restart,
    FenceGuide guide,
    Function<InstanceAddress, Observed<WriteProtection>> protections) {

  /** The same of a fence that is lifted in another way. */
  UnfenceCheck of(Fence other) {
    return new UnfenceCheck(other, world, restart, guide, protections);
  }

  /**
   * @return what was made sure of, for people
   * @throws OrchestratorException FENCE_NOT_LIFTABLE with all that is in the way
   */
  List<String> require(RestartReport report) {
    Trouble lost = lost(report);
    List<String> trouble = new ArrayList<>(lost.sentences());
    List<Remedy> remedies = new ArrayList<>(lost.remedies());
    if (!trouble.isEmpty()) {
      remedies.add(Remedy.advice("promote a replica, and rebuild this server"));
    }
    if (takesWritesAfter()) {
      others().forEach(other -> writable(other, trouble, remedies));
    }
    if (!trouble.isEmpty()) {
      remedies.add(byForce());
      throw new OrchestratorException(
          ErrorCode.FENCE_NOT_LIFTABLE,
          fence.instance().toString(),
          "%s stays fenced: %s Nothing was changed."
              .formatted(fence.instance(), String.join(" ", trouble)),
          new Remedies(remedies));
    }
    return proved(report);
  }

  /** What is in the way, in sentences, and what can be done about it. */
  record Trouble(List<String> sentences, List<Remedy> remedies) {
    Trouble {
      sentences = List.copyOf(sentences);
      remedies = List.copyOf(remedies);
    }
  }

  /** What its processes lost, or may have, whoever else takes writes. */
  Trouble lost(RestartReport report) {
    List<String> trouble = new ArrayList<>();
    List<Remedy> remedies = new ArrayList<>();
    report.replicas().forEach(replica -> lostOnSource(replica, trouble));
    if (trouble.isEmpty()
        && isJudged(report)
        && restart.flatMap(Incident::closing).isEmpty()
        && report.judgement().cost().isSuspect()) {
      trouble.add(report.judgement().why());
    }
    world.incidentsOf(fence.instance()).stream()
        .filter(Incident::isSuspect)
        .forEach(incident -> incident(incident, trouble, remedies));
    world.incidentsOf(fence.instance()).stream()
        .filter(this::isUndecided)
        .forEach(incident -> {
          trouble.add(
              "Whether a replica has what it lost before, with %s, is not known yet: %s."
                  .formatted(incident, waitingFor(incident)));
          remedies.add(closing(incident));
        });
    world
        .rebuildOf(fence.instance())
        .ifPresent(mark -> {
          trouble.add(mark + ".");
          remedies.add(Remedy.of(Acts.rebuild(fence.instance())));
        });
    if (!trouble.isEmpty()) {
      remedies.add(Remedy.of(Acts.showCrash(fence.instance())));
    }
    return new Trouble(trouble, remedies);
  }

  private Remedy byForce() {
    return Remedy.of(
        isOneOfTwo()
            ? "%s, if you know better: two servers take writes then"
            : "%s, if you know better",
        Acts.unfenceByForce(fence.instance()));
  }

  /** What was made sure of, for people. */
  List<String> proved(RestartReport report) {
    List<String> proved = new ArrayList<>();
    proved.add(
        isJudged(report)
            ? report.judgement().why()
            : "Its process began before this controller knew it.");
    proved.add(
        "%d replicas were read, and none has what it lost.".formatted(report.replicas().size()));
    if (takesWritesAfter()) {
      proved.add(
          others().isEmpty()
              ? "Its cluster has no other server."
              : "No other server of its cluster takes writes: %s."
                  .formatted(
                      others().stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
    return proved;
  }

  /** The last one was just read again; a replica that was forgotten since is not waited for. */
  private boolean isUndecided(Incident earlier) {
    if (!earlier.isOpen()
        || earlier.isSuspect()
        || restart.filter(last -> last.id().equals(earlier.id())).isPresent()) {
      return false;
    }
    return earlier.evidence().lookedAt().isEmpty()
        || !earlier.isSettled() && undecided(earlier).findAny().isPresent();
  }

  private Stream<InstanceAddress> undecided(Incident incident) {
    return incident.evidence().replicas().stream()
        .filter(each -> !each.isDecided())
        .map(LostOnSourceByReplica::address)
        .filter(replica ->
            world.topology().linksTo(fence.instance()).stream()
                .anyMatch(link -> link.replica().equals(replica)));
  }

  private String waitingFor(Incident incident) {
    return incident.evidence().lookedAt().isEmpty()
        ? "it is being examined, so try again in a moment"
        : "it is tried again: "
            + undecided(incident).map(String::valueOf).distinct().collect(Collectors.joining(", "));
  }

  private static void incident(Incident incident, List<String> trouble, List<Remedy> remedies) {
    trouble.add("Left open is %s: %s".formatted(incident, incident.judgement().why()));
    remedies.add(closing(incident));
  }

  private static Remedy closing(Incident incident) {
    return Remedy.of("if nothing is left to do about it: %s", Acts.closeIncident(incident.id()));
  }

  private void lostOnSource(LostOnSourceByReplica replica, List<String> trouble) {
    switch (replica.lostOnSource()) {
      case LostOnSource.None() -> {}
      case LostOnSource.Named(var gtids) ->
          trouble.add("%s has %s, which it lost.".formatted(replica.address(), gtids));
      case LostOnSource.Beyond(var received, long bytes) ->
          trouble.add(
              "%s received up to %s, and %s."
                  .formatted(
                      replica.address(),
                      received,
                      bytes == 0 ? "that binlog is gone" : "its binlog ends at " + bytes));
      case LostOnSource.Unknown(String why) ->
          trouble.add(
              "Whether %s has what it lost is not known: %s.".formatted(replica.address(), why));
    }
  }

  private boolean isJudged(RestartReport report) {
    return !(report.startedAt() instanceof Observed.Known<Instant>(Instant started))
        || world
            .topology()
            .find(fence.instance())
            .filter(node -> started.isBefore(node.firstSeen()))
            .isEmpty();
  }

  /** What a person is to know who does not ask for a proof. */
  List<String> besideWriters() {
    if (!takesWritesAfter()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    for (InstanceAddress other : others()) {
      Observed<Boolean> accepts = protections.apply(other).flatMap(WriteProtection::acceptsWrites);
      if (accepts.is(true)) {
        notes.add(
            "%s takes writes, and %s would, too: two servers take writes then, and each gets rows that the other one lacks."
                .formatted(other, fence.instance()));
      } else if (accepts.isUnknown()) {
        notes.add(
            "Whether %s takes writes is not known (%s): if it does, two servers take writes then."
                .formatted(other, accepts));
      }
    }
    return notes;
  }

  /** Whether another one takes writes, and it would, too. */
  boolean isOneOfTwo() {
    return takesWritesAfter()
        && others().stream()
            .anyMatch(
                other -> protections.apply(other).flatMap(WriteProtection::acceptsWrites).is(true));
  }

  /** Not so where it refused writes before it was fenced. */
  private boolean takesWritesAfter() {
    return guide.measures().stream()
        .filter(measure -> measure.keeps() == FenceMeasure.Keeps.WRITES)
        .noneMatch(measure -> measure.shut().equals(fence.before().get(measure.variable())));
  }

  private Set<InstanceAddress> others() {
    Set<InstanceAddress> others = new TreeSet<>(fence.members());
    world.topology().clusterOf(fence.instance()).map(Cluster::members).ifPresent(others::addAll);
    others.addAll(FormerSource.heads(world, fence.instance()));
    others.remove(fence.instance());
    others.removeIf(other -> world.topology().onlyListedBy(other).isPresent());
    return others;
  }

  private void writable(InstanceAddress other, List<String> trouble, List<Remedy> remedies) {
    Observed<Boolean> accepts = protections.apply(other).flatMap(WriteProtection::acceptsWrites);
    if (accepts.is(true)) {
      trouble.add("%s takes writes.".formatted(other));
      remedies.add(Remedy.of("to let it replicate from there: %s", Acts.rejoin(fence.instance())));
    } else if (accepts.isUnknown() && world.topology().find(other).isPresent()) {
      trouble.add("Whether %s takes writes is not known: %s.".formatted(other, accepts));
      remedies.add(Remedy.of("bring %s back, or %s", other, Acts.forget(other)));
    }
  }
}
