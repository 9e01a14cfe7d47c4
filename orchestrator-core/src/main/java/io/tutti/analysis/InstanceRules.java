package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Observed.Unknown;
import io.tutti.topology.Node;
import io.tutti.topology.WrongReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rules about what an instance itself reported. */
final class InstanceRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  private InstanceRules() {}

  static List<FindingRule> rules() {
    return List.of(
        ofInstance(
            FindingCode.STATEMENT_STALLED,
            Set.of(FindingCode.FACTS_UNKNOWN),
            onCurrentState(InstanceRules::stalled)),
        ofInstance(FindingCode.FACTS_UNKNOWN, NOTHING, onCurrentState(InstanceRules::unknownFacts)),
        ofInstance(
            FindingCode.SERVER_UUID_SHARED,
            Set.of(FindingCode.SERVER_ID_SHARED),
            InstanceRules::sharedServerUuid),
        ofInstance(FindingCode.SERVER_ID_SHARED, NOTHING, InstanceRules::sharedServerId),
        ofInstance(FindingCode.REPORT_HOST_WRONG, NOTHING, InstanceRules::wrongReport),
        ofInstance(FindingCode.REPLICA_WRITABLE, NOTHING, InstanceRules::writableReplica));
  }

  private static Function<Subject.OfInstance, Optional<Evidence>> onCurrentState(
      Function<InstanceState, Optional<Evidence>> looksAt) {
    return subject -> subject.node().currentState().flatMap(looksAt);
  }

  private static Optional<Evidence> stalled(InstanceState state) {
    if (state.stalledStatements().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Evidence.of(
            "%s does not answer these statements in time: %s. All else is read."
                .formatted(state.address(), String.join(", ", state.stalledStatements())),
            "check whether a disk of relay logs or binlogs is full (\"df\" on the server), then what blocks the"
                + " replication threads"));
  }

  private static Optional<Evidence> unknownFacts(InstanceState state) {
    List<String> unknown = new ArrayList<>();
    note(unknown, "channels", state.channels());
    note(unknown, "replicas", state.replicas());
    note(unknown, "identity", state.identity().fingerprint());
    note(unknown, "read_only", state.writeProtection().readOnly());
    note(unknown, "executed GTIDs", state.gtid().executed());
    note(unknown, "binlog position", state.binlog().position());
    note(unknown, "sync_binlog", state.durability().syncBinlog());
    note(unknown, "parallel workers", state.parallel().workers());
    state.knownChannels().forEach(channel -> note(unknown, "workers", channel.applier().workers()));
    if (unknown.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Evidence.of(
            "%s did not report: %s. Operations that need it are refused."
                .formatted(state.address(), String.join("; ", unknown)),
            "compare the monitoring account's grants with docs/grants.md"));
  }

  private static void note(List<String> unknown, String fact, Observed<?> observed) {
    if (observed instanceof Unknown<?>(String why)) {
      unknown.add(fact + " (" + why + ")");
    }
  }

  private static Optional<Evidence> sharedServerUuid(Subject.OfInstance subject) {
    return shared(
            subject,
            state -> state.identity().serverUuid(),
            subject
                .node()
                .currentState()
                .flatMap(state -> state.identity().serverUuid().asOptional())
                .map(subject.snapshot()::nodesOfUuid)
                .orElse(List.of()))
        .map(sharing ->
            Evidence.of(
                "%s has the server_uuid of %s: a copied data directory. Their GTIDs cannot be distinguished."
                    .formatted(subject.name(), sharing),
                "stop one of them, delete auto.cnf in its data directory, start it again"));
  }

  private static Optional<Evidence> sharedServerId(Subject.OfInstance subject) {
    List<Node> members =
        subject.cluster().members().stream()
            .flatMap(member -> subject.snapshot().find(member).stream())
            .toList();
    return shared(subject, state -> state.identity().serverId(), members)
        .map(sharing ->
            Evidence.of(
                "%s has the server_id of %s: replicas skip each other's transactions, and a source disconnects one of two replicas with the same id."
                    .formatted(subject.name(), sharing),
                "SET GLOBAL server_id to a number of its own, and correct the configuration file"));
  }

  private static <T> Optional<String> shared(
      Subject.OfInstance subject, Function<InstanceState, Observed<T>> fact, List<Node> among) {
    Optional<T> mine =
        subject.node().currentState().flatMap(state -> fact.apply(state).asOptional());
    if (mine.isEmpty()) {
      return Optional.empty();
    }
    List<String> sharing =
        among.stream()
            .filter(other -> !other.address().equals(subject.node().address()))
            .filter(other ->
                other.state().filter(state -> fact.apply(state).is(mine.get())).isPresent())
            .map(Node::address)
            .map(InstanceAddress::toString)
            .toList();
    return sharing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", sharing));
  }

  private static Optional<Evidence> wrongReport(Subject.OfInstance subject) {
    return WrongReport.by(subject.snapshot(), subject.node())
        .map(wrong ->
            Evidence.of(
                ("report_host is wrong, as seen from the controller: it is %s, where this server is"
                        + " not reached; it answers at %s. Its source lists it under the wrong"
                        + " address.")
                    .formatted(wrong.reported(), wrong.answersAt()),
                "write report_host = %s and report_port = %d into its option file and restart it; no statement changes them"
                    .formatted(wrong.answersAt().host(), wrong.answersAt().port())));
  }

  /** One that others follow may be who clients are to write to: it is not to be shut unseen. */
  private static Remedies writableRemedies(Subject.OfInstance subject) {
    String shut =
        "SET GLOBAL read_only = 1 on %s, and in its configuration file".formatted(subject.name());
    if (subject.snapshot().linksTo(subject.node().address()).isEmpty()) {
      return Remedies.of(shut);
    }
    return Remedies.of(
            "find out whether clients are to write to it: others replicate from it. If so, leave it open, and see whether it still needs its channel: %s",
            Acts.showInstance(subject.name()))
        .or("if not: " + shut);
  }

  private static Optional<Evidence> writableReplica(Subject.OfInstance subject) {
    return subject
        .node()
        .currentState()
        .filter(state -> state.isReplica().is(true))
        .filter(state -> state.writeProtection().acceptsWrites().is(true))
        .filter(state ->
            !Rings.members(subject.snapshot(), subject.cluster()).contains(state.address()))
        .map(state ->
            Evidence.of(
                subject.name()
                    + " is a replica and has read_only off: any client can make it differ from its"
                    + " source.",
                writableRemedies(subject)));
  }
}
