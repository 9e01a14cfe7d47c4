package io.tutti.rest;

import io.tutti.api.IncidentView;
import io.tutti.api.IncidentView.AloneView;
import io.tutti.api.IncidentView.ClosingView;
import io.tutti.api.IncidentView.NextView;
import io.tutti.api.IncidentView.PromotionView;
import io.tutti.api.IncidentView.ReplacementView;
import io.tutti.crash.CrashJudgement;
import io.tutti.crash.HostFate;
import io.tutti.crash.Incident;
import io.tutti.crash.ProcessEnd;
import io.tutti.model.InstanceState;
import io.tutti.operation.promotion.ReturnedSource;
import io.tutti.promotion.BestReplica;
import io.tutti.promotion.NextAction;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Turns what the engine knows into {@link IncidentView}s. */
final class IncidentViews {
  private IncidentViews() {}

  static PromotionView of(BestReplica best) {
    return switch (best) {
      case BestReplica.Chosen chosen ->
          new PromotionView(
              Optional.of(chosen.replica().toString()), chosen.why(), chosen.caveats());
      case BestReplica.None(String why) -> new PromotionView(Optional.empty(), why, List.of());
    };
  }

  static IncidentView of(Incident incident, TopologySnapshot now) {
    return of(incident, now, Optional.empty(), List.of(), List.of());
  }

  private static AloneView of(ReturnedSource.Part part) {
    return new AloneView(
        part.isNeverAcknowledged() ? "NEVER" : "PERHAPS", part.gtids().toString(), part.sentence());
  }

  private static Optional<String> gone(Incident incident, TopologySnapshot now) {
    return now.find(incident.instance())
        .flatMap(Node::state)
        .map(InstanceState::identity)
        .filter(incident.ended()::isOfAnotherServerThan)
        .map(identity ->
            "another server answers at %s by now: the one of then had the server_uuid %s, this one has %s"
                .formatted(
                    incident.instance(), incident.ended().serverUuid(), identity.serverUuid()));
  }

  /**
   * @param now who answers at its address
   * @param best to take the place of a server that must not continue
   * @param next what is left to do about it
   * @param alone what it has that who took its place has not
   */
  static IncidentView of(
      Incident incident,
      TopologySnapshot now,
      Optional<BestReplica> best,
      List<NextAction> next,
      List<ReturnedSource.Part> alone) {
    CrashJudgement judged = incident.judgement();
    Incident.Evidence evidence = incident.evidence();
    return new IncidentView(
        incident.id(),
        incident.instance().toString(),
        incident.noticedAt().toString(),
        incident.begun().startedAt().toString(),
        incident.begun().uptime().map(Duration::toSeconds).asOptional(),
        incident.ended().seenAt().toString(),
        Facts.of(evidence.end().flatMap(ProcessEnd::reported).map(Enum::name)),
        evidence.end().asOptional().flatMap(ProcessEnd::lastLog),
        Facts.of(evidence.host().map(HostFate::name)),
        CrashViews.of(incident.before()),
        judged.cost().name(),
        judged.missing().stream().map(Enum::name).sorted().toList(),
        judged.cost().isSuspect(),
        judged.why(),
        incident.isSettled(),
        evidence.givenUp(),
        incident.isOpen(),
        gone(incident, now),
        Facts.of(evidence.errorLog()),
        evidence.replicas().stream().map(CrashViews::of).toList(),
        Facts.text(evidence.atStart()),
        best.map(IncidentViews::of),
        incident
            .replacement()
            .map(kept ->
                new ReplacementView(kept.at().toString(), kept.by().toString(), kept.operation())),
        alone.stream().map(IncidentViews::of).toList(),
        next.stream().map(step -> new NextView(RemedyViews.of(step.act()), step.what())).toList(),
        incident
            .closing()
            .map(word -> new ClosingView(word.at().toString(), word.actor(), word.why())));
  }
}
