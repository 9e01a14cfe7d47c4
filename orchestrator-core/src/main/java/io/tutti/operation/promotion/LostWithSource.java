package io.tutti.operation.promotion;

import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.Boundary;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.Succession;
import io.tutti.promotion.WrittenSince;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.Optional;

/**
 * What a person is to know of the source that a replica takes the place of: what it acknowledged
 * after its restart is lost with it. Pure.
 */
record LostWithSource(TopologySnapshot snapshot, InstanceAddress lost, Incident incident) {

  Optional<Remedy> since(Succession.Found found, Optional<Boundary> boundary) {
    return boundary.map(each -> Optional.of(after(each, found))).orElseGet(() -> written(found));
  }

  /** It may grow until it is fenced. */
  private Remedy after(Boundary boundary, Succession.Found found) {
    String what =
        "%s wrote %s after its restart, when it may have lacked rows: %s."
            .formatted(lost, WrittenSince.counted(boundary.since()), boundary.since());
    return found.upTo().isPresent()
        ? Remedy.of(
            "%s %s is promoted at %s, before them, and will not have them: no server applies them"
                + " any more. They stay in the binlogs of %s after %s until it is rebuilt.",
            what, found.successor().address(), boundary.end(), lost, boundary.end().file())
        : Remedy.of(
            "%s %s has applied some of them, or is to apply them: its rows may differ from what was"
                + " acknowledged before. %s",
            what, found.successor().address(), Acts.reportIncident(incident.id()));
  }

  /** Of one that does not answer nothing is known. */
  private Optional<Remedy> written(Succession.Found found) {
    Incident.Evidence evidence = incident.evidence();
    return snapshot
        .find(lost)
        .flatMap(Node::currentState)
        .map(source ->
            new WrittenSince(source, evidence.atStart(), evidence.replicas())
                .note(
                    found.successor(),
                    OfSource.of(snapshot, lost).has(found.successor(), found.channel())))
        .orElseGet(() ->
            Optional.of(
                "What %s wrote after its restart is not known, as it does not answer. %s has none of it but what it received."
                    .formatted(lost, found.successor().address())))
        .map(Remedy::advice);
  }

  /** The names themselves may grow until it is fenced. */
  Optional<Remedy> usedAgain() {
    return snapshot
        .find(lost)
        .flatMap(Node::currentState)
        .filter(source -> Succession.usedAgain(source, incident.evidence().replicas()).isPresent())
        .map(source ->
            Remedy.of(
                "%s has used GTIDs of lost transactions for other transactions since: those are"
                    + " lost with it. %s shows both.",
                lost, Acts.reportIncident(incident.id())));
  }
}
