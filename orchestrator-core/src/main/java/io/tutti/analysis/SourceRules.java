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
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.Foresight;
import io.tutti.promotion.IfSourceDied;
import io.tutti.topology.Node;
import io.tutti.topology.StartupObservation;
import io.tutti.topology.Stranger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rules about servers that others replicate from. */
final class SourceRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  /** A sentence with more of them is not read. */
  private static final int STRANGERS_MAX = 8;

  private SourceRules() {}

  static List<FindingRule> rules(FindingSettings settings, Foresight foresight) {
    return List.of(
        verdict(
            settings,
            FindingCode.SOURCE_DEAD,
            each -> each.kind() == Kind.DEAD && each.role() != SourceRole.INTERMEDIATE,
            (subject, each) -> insteadOfSource(foresight, subject, each)),
        verdict(
            settings,
            FindingCode.INTERMEDIATE_SOURCE_DEAD,
            each -> each.kind() == Kind.DEAD && each.role() == SourceRole.INTERMEDIATE,
            (subject, each) -> insteadOfSource(foresight, subject, each)),
        verdict(
            settings,
            FindingCode.SOURCE_FROZEN,
            each -> each.kind() == Kind.FROZEN,
            (subject, each) ->
                Remedies.of(
                        "look at the process on %s: state T is stopped (kill -CONT), D waits for its disk; commits that clients no longer wait for may still be carried out when it continues"
                            .formatted(each.source().host()))
                    .or(insteadOfSource(foresight, subject, each))),
        verdict(
            settings,
            FindingCode.SOURCE_UNREACHABLE_FROM_HERE,
            each -> each.kind() == Kind.UNREACHABLE_FROM_HERE,
            (subject, each) ->
                Remedies.of(
                    "repair the network between this controller and %s; the server itself works"
                        .formatted(each.source()))),
        verdict(
            settings,
            FindingCode.SOURCE_NOT_PROVED_DEAD,
            each -> each.kind() == Kind.NOT_PROVED,
            (subject, each) ->
                Remedies.of(
                        "look at %s from its own network: whether the process runs, and whether clients reach it"
                            .formatted(each.source()))
                    .or(
                        "for a proof within seconds next time: receivers are asked to connect again where"
                            + " that is safe; others notice after slave_net_timeout, which takes"
                            + " effect with the next start of a receiver")),
        ofInstance(FindingCode.SOURCE_READ_ONLY, NOTHING, SourceRules::readOnly),
        ofInstance(FindingCode.SOURCE_IS_ANOTHER_SERVER, NOTHING, SourceRules::isAnother),
        ofInstance(FindingCode.SOURCE_WAITS_FOR_ACKS, NOTHING, SourceRules::waitsForAcks),
        ofInstance(FindingCode.SEMI_SYNC_LOST, NOTHING, AcksLost::find));
  }

  private static FindingRule verdict(
      FindingSettings settings,
      FindingCode code,
      Predicate<SourceVerdict> hits,
      BiFunction<Subject.OfInstance, SourceVerdict, Remedies> remedies) {
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
                        remedies.apply(subject, each))));
  }

  private static String words(Kind kind) {
    return switch (kind) {
      case DEAD -> "dead";
      case FROZEN -> "frozen";
      case UNREACHABLE_FROM_HERE -> "unreachable from here alone";
      case NOT_PROVED -> "not proved to be dead";
    };
  }

  /** No failover is named that is refused, without what refuses it. */
  private static Remedies insteadOfSource(
      Foresight foresight, Subject.OfInstance subject, SourceVerdict verdict) {
    InstanceAddress source = verdict.source();
    Remedies start = Remedies.of("start %s again".formatted(source));
    boolean isRing =
        verdict.role() == SourceRole.CO_PRIMARY
            && CoPrimaries.of(subject.snapshot(), source).isEmpty();
    Optional<IfSourceDied.Refused> refused =
        isRing
            ? Optional.empty()
            : foresight
                .of(subject.world(), subject.cluster(), source)
                .flatMap(IfSourceDied::refused);
    return refused
        .map(each ->
            start
                .or(each.remedies())
                .or(
                    "then let a replica take its place: %s; until then that is refused: %s",
                    Acts.failover(source), each.why()))
        .orElseGet(() -> insteadOfSource(subject, verdict, start));
  }

  private static Remedies insteadOfSource(
      Subject.OfInstance subject, SourceVerdict verdict, Remedies start) {
    InstanceAddress source = verdict.source();
    return switch (verdict.role()) {
      case SOURCE -> start.or("to promote a replica: %s", Acts.failover(source));
      case INTERMEDIATE ->
          start.or(
              "to let its replicas replicate from the server above it: %s", Acts.failover(source));
      case CO_PRIMARY ->
          CoPrimaries.of(subject.snapshot(), source)
              .map(pair ->
                  start.or("to let %s take its place: %s", pair.other(), Acts.failover(source)))
              .orElseGet(() ->
                  start.or(
                      "break the ring: in one of more than two nobody takes its place: %s",
                      Acts.showTopology(source)));
    };
  }

  private static Optional<Evidence> readOnly(Subject.OfInstance subject) {
    InstanceAddress address = subject.node().address();
    return subject
        .node()
        .currentState()
        .filter(SourceRules::isShut)
        .filter(state -> !subject.snapshot().linksTo(address).isEmpty())
        .filter(state -> isTopmost(subject, state))
        .filter(state -> nobodyTakesWrites(subject))
        .flatMap(state -> readOnly(subject, state));
  }

  private static boolean isTopmost(Subject.OfInstance subject, InstanceState state) {
    return state.isReplica().is(false)
        || SourceRole.of(subject.snapshot(), state.address()) == SourceRole.CO_PRIMARY;
  }

  private static Optional<Evidence> readOnly(Subject.OfInstance subject, InstanceState state) {
    InstanceAddress address = state.address();
    SortedSet<InstanceAddress> others =
        new TreeSet<>(
            state.isReplica().is(true)
                ? Rings.members(subject.snapshot(), subject.cluster())
                : Set.of());
    others.remove(address);
    if (isShutOnPurpose(subject, address)
        || others.stream().anyMatch(each -> isShutOnPurpose(subject, each))) {
      return Optional.empty();
    }
    String ring =
        others.stream().map(InstanceAddress::toString).collect(Collectors.joining(" and "));
    return Optional.of(
        Evidence.of(
            "%s is %s and takes no writes (read_only = %s, offline_mode = %s), and no other member does."
                .formatted(
                    address,
                    ring.isEmpty() ? "the source of its cluster" : "a co-primary of " + ring,
                    state.writeProtection().readOnly(),
                    state.writeProtection().offlineMode()),
            "switch read_only off on %s and in its configuration file, unless it is meant to be so"
                .formatted(ring.isEmpty() ? address : "one of them")));
  }

  private static boolean isShut(InstanceState state) {
    return state.writeProtection().acceptsWrites().is(false);
  }

  private static boolean isShutOnPurpose(Subject.OfInstance subject, InstanceAddress address) {
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

  private static Optional<Evidence> isAnother(Subject.OfInstance subject) {
    List<Stranger> strangers = Stranger.of(subject.world(), subject.node().address());
    if (strangers.isEmpty()) {
      return Optional.empty();
    }
    String all =
        strangers.stream()
            .limit(STRANGERS_MAX)
            .map(Stranger::why)
            .collect(Collectors.joining("; it "));
    return Optional.of(
        Evidence.of(
            "%s %s. Nobody is promoted there while that is so.".formatted(subject.name(), all),
            strangers.getFirst().remedies()));
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
