package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;

import io.tutti.detection.SourceDetector;
import io.tutti.detection.SourceRole;
import io.tutti.detection.SourceVerdict;
import io.tutti.detection.SourceVerdict.Kind;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.SemiSync;
import io.tutti.topology.Node;
import io.tutti.topology.StartupObservation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Rules about servers that others replicate from. */
final class SourceRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  private SourceRules() {}

  static List<FindingRule> rules(FindingSettings settings) {
    return List.of(
        verdict(
            settings,
            FindingCode.SOURCE_DEAD,
            each -> each.kind() == Kind.DEAD && each.role() != SourceRole.INTERMEDIATE,
            SourceRules::insteadOfSource),
        verdict(
            settings,
            FindingCode.INTERMEDIATE_SOURCE_DEAD,
            each -> each.kind() == Kind.DEAD && each.role() == SourceRole.INTERMEDIATE,
            each ->
                Remedies.of("start %s again".formatted(each.source()))
                    .or(
                        "to let its replicas replicate from the server above it: %s",
                        Acts.failover(each.source()))),
        verdict(
            settings,
            FindingCode.SOURCE_FROZEN,
            each -> each.kind() == Kind.FROZEN,
            each ->
                Remedies.of(
                        "look at the process on %s: state T is stopped (kill -CONT), D waits for its disk; commits that clients no longer wait for may still be carried out when it continues"
                            .formatted(each.source().host()))
                    .or(insteadOfSource(each))),
        verdict(
            settings,
            FindingCode.SOURCE_UNREACHABLE_FROM_HERE,
            each -> each.kind() == Kind.UNREACHABLE_FROM_HERE,
            each ->
                Remedies.of(
                    "repair the network between this controller and %s; the server itself works"
                        .formatted(each.source()))),
        verdict(
            settings,
            FindingCode.SOURCE_NOT_PROVED_DEAD,
            each -> each.kind() == Kind.NOT_PROVED,
            each ->
                Remedies.of(
                        "look at %s from its own network: whether the process runs, and whether clients reach it"
                            .formatted(each.source()))
                    .or(
                        "for a proof within seconds next time, let its replicas expect a heartbeat"
                            + " each second")),
        ofInstance(FindingCode.SOURCE_READ_ONLY, NOTHING, SourceRules::readOnly),
        ofInstance(FindingCode.SOURCE_WAITS_FOR_ACKS, NOTHING, SourceRules::waitsForAcks));
  }

  private static FindingRule verdict(
      FindingSettings settings,
      FindingCode code,
      Predicate<SourceVerdict> hits,
      Function<SourceVerdict, Remedies> remedies) {
    Duration lastingMin = settings.duration(code);
    return ofInstance(
        code,
        NOTHING,
        subject ->
            SourceDetector.judge(subject.snapshot(), subject.node())
                .filter(hits)
                .filter(each -> each.lasting().compareTo(lastingMin) >= 0)
                .map(each ->
                    Evidence.of(
                        "%s, %s of %d, is %s: %s %s"
                            .formatted(
                                each.source(),
                                each.role().words(),
                                each.witnesses().size(),
                                words(each.kind()),
                                each.why(),
                                each.evidence()),
                        remedies.apply(each))));
  }

  private static String words(Kind kind) {
    return switch (kind) {
      case DEAD -> "dead";
      case FROZEN -> "frozen";
      case UNREACHABLE_FROM_HERE -> "unreachable from here alone";
      case NOT_PROVED -> "not proved to be dead";
    };
  }

  private static Remedies insteadOfSource(SourceVerdict verdict) {
    return verdict.role() == SourceRole.SOURCE
        ? Remedies.of("start %s again".formatted(verdict.source()))
            .or("to promote a replica: %s", Acts.failover(verdict.source()))
        : Remedies.of("start %s again; or promote another server".formatted(verdict.source()));
  }

  private static Optional<Evidence> readOnly(Subject.OfInstance subject) {
    InstanceAddress address = subject.node().address();
    return subject
        .node()
        .currentState()
        .filter(state -> isShut(state) && state.isReplica().is(false))
        .filter(state -> !subject.snapshot().linksTo(address).isEmpty())
        .filter(state -> !isShutOnPurpose(subject))
        .filter(state -> nobodyTakesWrites(subject))
        .map(state ->
            Evidence.of(
                "%s is the source of its cluster and takes no writes (read_only = %s, offline_mode = %s), and no other member does."
                    .formatted(
                        address,
                        state.writeProtection().readOnly(),
                        state.writeProtection().offlineMode()),
                "switch read_only off on %s and in its configuration file, unless it is meant to be so"
                    .formatted(address)));
  }

  private static boolean isShut(InstanceState state) {
    return state.writeProtection().acceptsWrites().is(false);
  }

  private static boolean isShutOnPurpose(Subject.OfInstance subject) {
    InstanceAddress address = subject.node().address();
    return subject.world().fenceOf(address).isPresent()
        || subject.world().bootOf(address).filter(StartupObservation::isWaiting).isPresent()
        || subject.world().rebuildOf(address).isPresent()
        || !subject.world().incidentsOf(address).isEmpty();
  }

  /** Known of each member. */
  private static boolean nobodyTakesWrites(Subject.OfInstance subject) {
    return subject.cluster().members().stream()
        .map(member -> subject.snapshot().find(member).flatMap(Node::currentState))
        .allMatch(state -> state.filter(SourceRules::isShut).isPresent());
  }

  private static Optional<Evidence> waitsForAcks(Subject.OfInstance subject) {
    return subject
        .node()
        .currentState()
        .map(InstanceState::semiSync)
        .filter(each -> each.sourceEnabled().is(true) && each.sourceActive().is(true))
        .filter(SourceRules::lacksReplicas)
        .map(each ->
            Evidence.of(
                "Commits on %s wait for %s, and %s semi-synchronous replicas are connected. Each waits for %s, then it continues without them."
                    .formatted(
                        subject.name(), acks(each), each.connectedReplicas(), each.timeout()),
                "let the replicas connect: look at their receivers, and whether they acknowledge",
                "or require fewer acknowledgements, which protects less"));
  }

  private static String acks(SemiSync semiSync) {
    return semiSync.acksNeeded().is(1L)
        ? "1 acknowledgement"
        : semiSync.acksNeeded() + " acknowledgements";
  }

  private static boolean lacksReplicas(SemiSync semiSync) {
    return semiSync
        .acksNeeded()
        .asOptional()
        .filter(required ->
            semiSync
                .connectedReplicas()
                .asOptional()
                .filter(connected -> connected < required)
                .isPresent())
        .isPresent();
  }
}
