package io.tutti.analysis;

import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.promotion.FormerSource;
import io.tutti.promotion.NotProved;
import io.tutti.promotion.WrittenSince;
import io.tutti.topology.Fence;
import io.tutti.topology.StartupObservation;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about servers that are kept from their clients. */
final class FenceRules {
  private FenceRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.FENCED, Set.of(), FenceRules::fenced),
        FindingRule.ofInstance(
            FindingCode.FENCE_BROKEN, Set.of(FindingCode.FENCED), FenceRules::broken),
        FindingRule.ofInstance(
            FindingCode.FORMER_SOURCE_HAS_MORE, Set.of(), FenceRules::formerHasMore),
        FindingRule.ofInstance(FindingCode.STARTED_FENCED, Set.of(), FenceRules::startedFenced),
        FindingRule.ofInstance(FindingCode.STARTS_UNFENCED, Set.of(), FenceRules::startsUnfenced));
  }

  private static Optional<Fence> fence(Subject.OfInstance subject) {
    return subject.world().fenceOf(subject.node().address());
  }

  /** Another server than the one that was fenced may answer at its address. */
  private static Optional<String> another(Subject.OfInstance subject, Fence fence) {
    return subject.node().currentState().flatMap(fence::ofAnother);
  }

  private static Optional<Evidence> fenced(Subject.OfInstance subject) {
    return fence(subject)
        .map(fence ->
            Evidence.of(
                "%s has been kept from its clients since %s%s.%s%s"
                    .formatted(
                        subject.name(),
                        fence.since(),
                        because(fence),
                        another(subject, fence).map(" "::concat).orElse(""),
                        fence.open().isEmpty()
                            ? ""
                            : " Left open: " + String.join(" ", fence.open())),
                home(subject)
                    .or(Acts.showCrash(subject.name()))
                    .or(
                        "%s: shows what is in the way",
                        Acts.dryRun(Acts.unfence(subject.name())))));
  }

  /** Another one has its place by now. */
  private static Remedies home(Subject.OfInstance subject) {
    return FormerSource.heads(subject.world(), subject.node().address()).isEmpty()
        ? Remedies.none()
        : Remedies.of(
            "to let it replicate from who has its place: %s", Acts.rejoin(subject.name()));
  }

  /** Whoever marks it to be rebuilt has decided. */
  private static Optional<Evidence> formerHasMore(Subject.OfInstance subject) {
    InstanceAddress former = subject.node().address();
    if (fence(subject).filter(fence -> another(subject, fence).isEmpty()).isEmpty()
        || subject.world().rebuildOf(former).isPresent()) {
      return Optional.empty();
    }
    return subject
        .node()
        .currentState()
        .flatMap(state ->
            FormerSource.writer(subject.world(), former)
                .flatMap(source -> named(source, state).or(() -> placed(subject, source, state))));
  }

  private static Optional<Evidence> named(InstanceState source, InstanceState former) {
    return NotProved.at(source, former)
        .asOptional()
        .filter(more -> !more.isEmpty())
        .map(more -> evidence(former.address(), source.address(), more));
  }

  /** Without GTIDs its binlog tells. */
  private static Optional<Evidence> placed(
      Subject.OfInstance subject, InstanceState source, InstanceState former) {
    return Optional.ofNullable(subject.world().circumstances().formerLooks().get(former.address()))
        .filter(look -> look.source().equals(source.address()))
        .flatMap(look -> look.more().asOptional())
        .filter(more -> more.count() > 0)
        .map(more ->
            evidence(
                former.address(),
                source.address(),
                more.count() == 1 ? "1 transaction" : more.count() + " transactions",
                more.toString(),
                Acts.dryRun(Acts.rejoin(former.address()))));
  }

  private static Evidence evidence(InstanceAddress former, InstanceAddress source, GtidSet more) {
    return evidence(
        former, source, WrittenSince.counted(more), more.toString(), Acts.showErrant(former));
  }

  private static Evidence evidence(
      InstanceAddress former, InstanceAddress source, String counted, String more, Act shows) {
    return Evidence.of(
        "%s lost its place to %s, and has %s that no client finds there: %s."
            .formatted(former, source, counted, more),
        Remedies.of("look at what they changed: %s", shows)
            .or("to keep them: write their rows again on %s", source)
            .or(
                "to give them up, with all that it has, and copy %s over it: %s, and then %s",
                source, Acts.markToRebuild(former), Acts.rebuildFrom(former)));
  }

  private static String because(Fence fence) {
    List<String> said = new ArrayList<>();
    fence.why().ifPresent(said::add);
    fence.incident().ifPresent(incident -> said.add("incident " + incident));
    return said.isEmpty() ? "" : " (" + String.join("; ", said) + ")";
  }

  private static Optional<Evidence> broken(Subject.OfInstance subject) {
    return fence(subject)
        .flatMap(fence ->
            subject
                .node()
                .currentState()
                .map(fence::brokenBy)
                .filter(differing -> !differing.isEmpty())
                .map(differing ->
                    Evidence.of(
                        "%s should have been fenced since %s, and %s: somebody has lifted the fence by hand, or it could not be put up again."
                            .formatted(
                                subject.name(),
                                fence.since().truncatedTo(ChronoUnit.SECONDS),
                                String.join(", ", differing)),
                        Remedies.of(Acts.fence(subject.name()))
                            .or("%s, where it may be used again", Acts.unfence(subject.name()))
                            .or(
                                "%s: shows why it was not put up again after a restart",
                                Acts.listAudit()))));
  }

  /** A fence of ours is another matter. */
  private static Optional<Evidence> startedFenced(Subject.OfInstance subject) {
    return subject
        .world()
        .bootOf(subject.node().address())
        .filter(StartupObservation::isWaiting)
        .filter(observation -> fence(subject).isEmpty())
        .filter(observation -> subject.node().isReached())
        .map(observation ->
            Evidence.of(
                "%s started fenced at %s, and is still fenced: %s"
                    .formatted(
                        subject.name(),
                        observation.startedAt(),
                        observation.stays().orElse("nobody has lifted it yet.")),
                Remedies.of(
                        "%s: lifts it, if the server is proved to have lost nothing",
                        Acts.unfence(subject.name()))
                    .or(Acts.showCrash(subject.name()))));
  }

  /** A replica needs no more than to be read-only: its clients do not write there. */
  private static Optional<Evidence> startsUnfenced(Subject.OfInstance subject) {
    return subject
        .world()
        .bootOf(subject.node().address())
        .filter(observation -> !observation.shut())
        .filter(observation -> !(wasReadOnly(observation) && isReplica(subject)))
        .map(observation ->
            Evidence.of(
                "%s started at %s and showed %s: after a crash %s before it is known what it lost."
                    .formatted(
                        subject.name(),
                        observation.startedAt(),
                        shown(observation),
                        wasReadOnly(observation)
                            ? "accounts that read_only does not stop could write"
                            : "it would take writes"),
                Remedies.of(
                    "%s: prints the option file that prevents it",
                    Acts.showStartupConfig(subject.name()))));
  }

  private static boolean wasReadOnly(StartupObservation observation) {
    return Optional.ofNullable(observation.shown().get("read_only"))
        .filter(value -> !value.equals("OFF"))
        .isPresent();
  }

  private static boolean isReplica(Subject.OfInstance subject) {
    return subject.node().state().filter(state -> !state.knownChannels().isEmpty()).isPresent();
  }

  private static String shown(StartupObservation observation) {
    return observation.shown().entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Whether an instance starts fenced, where it was never seen to start. */
  static Optional<NotJudged> notJudged(Subject.OfInstance subject) {
    return subject.world().bootOf(subject.node().address()).isPresent()
        ? Optional.empty()
        : Optional.of(
            NotJudged.of(FindingCode.STARTS_UNFENCED, subject, "it was not seen to start yet"));
  }
}
