package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;

import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rules about instances that could not be read. */
final class ContactRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  /** We do not ask, whoever is there. */
  private static final Set<ErrorCode> OF_OUR_OWN =
      EnumSet.of(
          ErrorCode.SERVER_KEY_CHANGED, ErrorCode.SERVER_UNTRUSTED, ErrorCode.ADDRESS_NOT_ALLOWED);

  private ContactRules() {}

  static List<FindingRule> rules(FindingSettings settings) {
    double takenMin = settings.threshold(FindingCode.CONNECTIONS_EXHAUSTED);
    return List.of(
        failedWith(
            FindingCode.INSTANCE_UNREACHABLE,
            ErrorCode.HOST_UNKNOWN,
            ErrorCode.CONNECTION_REFUSED,
            ErrorCode.CONNECTION_TIMED_OUT,
            ErrorCode.CONNECTION_LOST),
        failedWith(
            FindingCode.INSTANCE_SILENT, ErrorCode.NO_GREETING, ErrorCode.STATEMENT_TIMED_OUT),
        failedWith(FindingCode.LOGIN_REFUSED, ErrorCode.ACCESS_DENIED),
        ofInstance(
            FindingCode.CONNECTIONS_EXHAUSTED,
            Set.of(FindingCode.READING_FAILED),
            subject -> withoutConnections(subject, takenMin)),
        failedWith(FindingCode.TLS_MISMATCH, ErrorCode.TLS_REQUIRED, ErrorCode.TLS_FAILED),
        failedWith(FindingCode.SERVER_KEY_CHANGED, ErrorCode.SERVER_KEY_CHANGED),
        failedWith(FindingCode.SERVER_UNTRUSTED, ErrorCode.SERVER_UNTRUSTED),
        failedWith(FindingCode.NOT_CONTACTED, ErrorCode.ADDRESS_NOT_ALLOWED),
        ofInstance(
            FindingCode.STRANGER_REGISTERED,
            Set.of(FindingCode.READING_FAILED),
            ContactRules::stranger),
        failedWith(FindingCode.NOT_A_DATABASE_SERVER, ErrorCode.NOT_A_DATABASE_SERVER),
        failedWith(
            FindingCode.SERVER_UNSUPPORTED,
            ErrorCode.UNSUPPORTED_SERVER,
            ErrorCode.AMBIGUOUS_SERVER),
        ofInstance(FindingCode.READING_FAILED, NOTHING, ContactRules::failedOtherwise),
        ofInstance(FindingCode.STATE_FROM_BEFORE_RESTART, NOTHING, ContactRules::restored));
  }

  private static FindingRule failedWith(FindingCode code, ErrorCode first, ErrorCode... more) {
    return ofInstance(code, Set.of(FindingCode.READING_FAILED), failing(EnumSet.of(first, more)));
  }

  private static Function<Subject.OfInstance, Optional<Evidence>> failing(Set<ErrorCode> codes) {
    return subject ->
        subject
            .node()
            .failure()
            .filter(f -> codes.contains(f.code()) && !isStranger(subject, f))
            .map(failure -> evidence(subject, failure));
  }

  /** A connection of ours that is open already shows that there is none left for others. */
  private static Optional<Evidence> withoutConnections(
      Subject.OfInstance subject, double takenMin) {
    return failing(EnumSet.of(ErrorCode.TOO_MANY_CONNECTIONS, ErrorCode.HOST_BLOCKED))
        .apply(subject)
        .or(() -> subject.node().currentState().flatMap(state -> taken(state, takenMin)));
  }

  private static Optional<Evidence> taken(InstanceState state, double takenMin) {
    Optional<Long> taken =
        state.counters().flatMap(counters -> counters.count("Threads_connected")).asOptional();
    Optional<Long> most = state.settings().number("max_connections").asOptional();
    return taken.isPresent() && most.isPresent() && taken.get() * 100.0 >= most.get() * takenMin
        ? Optional.of(
            Evidence.of(
                "%s has %d connections, and max_connections is %d: %s"
                    .formatted(
                        state.address(), taken.get(), most.get(), left(most.get() - taken.get())),
                "raise max_connections, or find who holds the connections"))
        : Optional.empty();
  }

  private static String left(long free) {
    return free <= 0 ? "no more clients can connect." : "%d more can connect.".formatted(free);
  }

  /** Whatever keeps us from reading there, it may be no server of ours at all. */
  private static boolean isStranger(Subject.OfInstance subject, ContactFailure failure) {
    return !OF_OUR_OWN.contains(failure.code()) && whoReportsIt(subject).isPresent();
  }

  private static Optional<Evidence> stranger(Subject.OfInstance subject) {
    return subject
        .node()
        .failure()
        .filter(failure -> isStranger(subject, failure))
        .map(failure -> evidence(subject, failure));
  }

  private static Optional<Evidence> failedOtherwise(Subject.OfInstance subject) {
    return subject
        .node()
        .failure()
        .filter(failure -> !isStranger(subject, failure))
        .map(failure -> evidence(subject, failure));
  }

  private static Evidence evidence(Subject.OfInstance subject, ContactFailure failure) {
    List<Remedy> remedies = new ArrayList<>(failure.remedies().list());
    whoReportsIt(subject)
        .map(source ->
            ("or no server is there: %s only lists that address because a replica reports it. Check"
                    + " report_host on its replicas, and discover the right server by its real"
                    + " address")
                .formatted(source))
        .map(Remedy::advice)
        .ifPresent(remedies::add);
    return new Evidence(failure.observed(), new Remedies(remedies));
  }

  /** Of an address that was never read: the instance that lists it as a replica's. */
  private static Optional<InstanceAddress> whoReportsIt(Subject.OfInstance subject) {
    return subject.snapshot().onlyListedBy(subject.node().address());
  }

  private static Optional<Evidence> restored(Subject.OfInstance subject) {
    if (subject.node().contact() != Node.Contact.RESTORED) {
      return Optional.empty();
    }
    return subject
        .node()
        .state()
        .map(state ->
            Evidence.of(
                "%s was read last at %s, before the controller was restarted."
                    .formatted(subject.name(), state.observedAt())));
  }
}
