package io.tutti.analysis;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about what restarts cost. */
final class CrashRules {
  private CrashRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(
            FindingCode.TRANSACTIONS_LOST_ON_SOURCE,
            Set.of(FindingCode.RESTARTED_WITH_POSSIBLE_LOSS),
            CrashRules::lostOnSource),
        FindingRule.ofInstance(
            FindingCode.RESTARTED_WITH_POSSIBLE_LOSS, Set.of(), CrashRules::possibleLoss));
  }

  private static Optional<Incident> first(
      Subject.OfInstance subject, java.util.function.Predicate<Incident> which) {
    return subject.world().incidentsOf(subject.node().address()).stream()
        .filter(incident -> incident.evidence().lookedAt().isPresent())
        .filter(which)
        .findFirst();
  }

  private static Optional<Evidence> possibleLoss(Subject.OfInstance subject) {
    return first(subject, Incident::isSuspect)
        .map(incident ->
            Evidence.of(
                "%s was restarted after %s. %s"
                    .formatted(
                        subject.name(), incident.ended().seenAt(), incident.judgement().why()),
                Remedies.of(Acts.showIncident(incident.id()))
                    .or(
                        "%s, once it is proved to have lost nothing or is rebuilt",
                        Acts.closeIncident(incident.id()))));
  }

  private static Optional<Evidence> lostOnSource(Subject.OfInstance subject) {
    return first(subject, CrashRules::hasLostOnSource)
        .map(incident ->
            Evidence.of(
                "%s was restarted after %s and lacks what replicas have of it: %s."
                    .formatted(
                        subject.name(),
                        incident.ended().seenAt(),
                        incident.evidence().replicas().stream()
                            .filter(each -> each.lostOnSource().areFound())
                            .map(CrashRules::reported)
                            .collect(Collectors.joining("; "))),
                Remedies.of("let nothing write to it until you have decided which of them is right")
                    .or(Acts.showIncident(incident.id()))));
  }

  private static boolean hasLostOnSource(Incident incident) {
    return incident.evidence().replicas().stream().anyMatch(each -> each.lostOnSource().areFound());
  }

  private static String reported(LostOnSourceByReplica replica) {
    return switch (replica.lostOnSource()) {
      case LostOnSource.Named named -> "%s has %s".formatted(replica.address(), named.gtids());
      case LostOnSource.Beyond beyond ->
          "%s received up to %s".formatted(replica.address(), beyond.received());
      case LostOnSource.None none -> "%s has none".formatted(replica.address());
      case LostOnSource.Unknown unknown -> "of %s it is not known".formatted(replica.address());
    };
  }
}
