package io.tutti.operation.crash;

import io.tutti.capability.Ports;
import io.tutti.crash.BootReport;
import io.tutti.crash.HostFate;
import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.BootReports;
import io.tutti.store.Incidents;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What people and hosts ask and say of restarts. Touches no server. */
public record IncidentService(
    Incidents incidents,
    BootReports boots,
    IncidentReader reader,
    AuditLog audit,
    InstantSource clock) {

  public static IncidentService of(Ports ports) {
    return new IncidentService(
        ports.records().incidents(),
        ports.stored().reports(),
        IncidentReader.of(ports),
        ports.stored().audit(),
        ports.clock());
  }

  /** The newest first. */
  public List<Incident> latest(Optional<InstanceAddress> instance, int limit) {
    return incidents.latest(instance, limit);
  }

  /** Those that somebody must look at, the newest first. */
  public List<Incident> open() {
    return incidents.open();
  }

  /**
   * @throws OrchestratorException UNKNOWN_INCIDENT
   */
  public Incident require(String id) {
    return incidents
        .find(id)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_INCIDENT,
                id,
                "There is no incident %s. Nothing was changed.".formatted(id),
                Remedies.of(Acts.listIncidents())));
  }

  /**
   * Keeps a person's word that nothing is left to do. It lifts no fence and repairs nothing.
   *
   * @throws OrchestratorException UNKNOWN_INCIDENT; INCIDENT_CLOSED; INVALID_REQUEST without why
   */
  public Incident close(String id, String why, String actor) {
    Incident incident = require(id);
    if (why.isBlank()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          id,
          "The incident %s is closed with a reason only. Nothing was changed.".formatted(id),
          Remedies.of(Acts.closeIncident(id)));
    }
    Incident.Closing word = new Incident.Closing(clock.instant(), actor, why);
    if (!incidents.close(id, word)) {
      throw new OrchestratorException(
          ErrorCode.INCIDENT_CLOSED,
          id,
          "The %s was closed before. Nothing was changed.".formatted(incident),
          Remedies.of(Acts.showIncident(id)));
    }
    audit.append(
        new AuditRecord(
            word.at(),
            actor,
            "incident.closed",
            incident.instance().toString(),
            AuditRecord.Outcome.DONE,
            "%s: %s".formatted(incident, why)));
    return incident.closed(word);
  }

  /** Takes a host's report, and looks again at the restarts on it. Returns those it reports of. */
  public List<Incident> take(BootReport report) {
    boots.save(report);
    return incidents.open().stream()
        .filter(report::isOf)
        .map(this::withHost)
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Incident> withHost(Incident incident) {
    Observed<HostFate> fate = reader.host(incident);
    if (fate.equals(incident.evidence().host())) {
      return Optional.empty();
    }
    Incident reported = incident.with(incident.evidence().withHost(fate));
    incidents.found(reported.id(), reported.evidence());
    new IncidentAudit(audit).report(incident, reported, clock.instant());
    return Optional.of(reported);
  }
}
