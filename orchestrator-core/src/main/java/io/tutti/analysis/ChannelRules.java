package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofChannel;

import io.tutti.crash.Incident;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.Refetch;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules about one channel of an instance that was just read. */
final class ChannelRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  private ChannelRules() {}

  static List<FindingRule> rules(FindingSettings settings) {
    Duration lagMax = settings.duration(FindingCode.REPLICA_LAGGING);
    Duration apartMax = settings.duration(FindingCode.CLOCKS_DIFFER);
    return List.of(
        ofChannel(
            FindingCode.DISK_FULL,
            Set.of(FindingCode.RECEIVER_FAILED, FindingCode.APPLIER_FAILED),
            DiskSpace::missing),
        ofChannel(
            FindingCode.RECEIVER_FAILED,
            Set.of(FindingCode.RECEIVER_STOPPED),
            ChannelRules::receiverFailed),
        ofChannel(
            FindingCode.RECEIVER_BEHIND_APPLIER,
            Set.of(FindingCode.RECEIVER_STOPPED),
            ChannelRules::receiverBehind),
        ofChannel(FindingCode.RECEIVER_STOPPED, NOTHING, ChannelRules::receiverStopped),
        ofChannel(
            FindingCode.APPLIER_FAILED,
            Set.of(FindingCode.APPLIER_STOPPED, FindingCode.REPLICA_LAGGING),
            ChannelRules::applierFailed),
        ofChannel(
            FindingCode.APPLIER_STOPPED,
            Set.of(FindingCode.REPLICA_LAGGING),
            ChannelRules::applierStopped),
        ofChannel(FindingCode.GAPS_WHILE_STOPPED, NOTHING, ChannelRules::gapsWhileStopped),
        ofChannel(FindingCode.SOURCE_NOT_KNOWN, NOTHING, ChannelRules::sourceNotKnown),
        ofChannel(FindingCode.RELAY_LOG_SPACE_USED_UP, NOTHING, ChannelRules::relayLogSpaceUsedUp),
        ofChannel(FindingCode.CLOCKS_DIFFER, NOTHING, subject -> clocksDiffer(subject, apartMax)),
        ofChannel(FindingCode.REPLICA_LAGGING, NOTHING, subject -> lagging(subject, lagMax)));
  }

  private static Optional<Evidence> receiverFailed(Subject.OfChannel subject) {
    Receiver receiver = subject.link().channel().receiver();
    if (receiver.state() == ThreadState.RUNNING || receiver.lastError().isEmpty()) {
      return Optional.empty();
    }
    String does = receiver.state() == ThreadState.CONNECTING ? "cannot connect" : "stopped";
    return Optional.of(
        Evidence.of(
            "The receiver of %s from %s %s: %s."
                .formatted(
                    subject.name(), subject.link().source(), does, receiver.lastError().get()),
            "repair what the error names; a receiver that is still connecting continues by"
                + " itself"));
  }

  private static Optional<Evidence> receiverBehind(Subject.OfChannel subject) {
    Channel channel = subject.link().channel();
    return refetch(subject)
        .map(behind ->
            Refetch.isUnderWay(channel)
                ? Evidence.of(
                    "The receiver of %s fetches again what was applied: %s."
                        .formatted(subject.name(), behind),
                    "stop its receiver and its applier at once, and compare its rows with those"
                        + " of "
                        + subject.link().source())
                : Evidence.of(
                    "The receiver of %s is behind its applier: started, it fetches again %s. Transactions would be applied twice."
                        .formatted(subject.name(), behind),
                    Remedies.of(
                        "start neither; %s sets the receiver to the position of the applier",
                        Acts.closeGaps(subject.node().address(), channel.name()))));
  }

  private static Optional<Refetch> refetch(Subject.OfChannel subject) {
    return subject
        .node()
        .currentState()
        .flatMap(state -> Refetch.of(state, subject.link().channel()));
  }

  private static Optional<Evidence> receiverStopped(Subject.OfChannel subject) {
    return subject.link().channel().receiver().state() == ThreadState.STOPPED
        ? Optional.of(
            Evidence.of(
                "The receiver of %s from %s is stopped."
                    .formatted(subject.name(), subject.link().source()),
                receiverRemedy(subject)))
        : Optional.empty();
  }

  /** Closing a gap looks how far the relay logs reach, which no poll does. */
  private static Remedies receiverRemedy(Subject.OfChannel subject) {
    return gaps(subject).isPresent()
        ? Remedies.of("do not start it before this is done: %s", closing(subject))
        : Remedies.of("start it, when nobody stopped it on purpose");
  }

  private static Optional<Evidence> applierFailed(Subject.OfChannel subject) {
    Applier applier = subject.link().channel().applier();
    Optional<LastError> error =
        Stream.concat(workerErrors(applier), applier.lastError().stream()).findFirst();
    return applier.state() == ThreadState.STOPPED
        ? error.map(last ->
            Evidence.of(
                "The applier of %s stopped: %s.".formatted(subject.name(), last),
                lossOfSource(subject)
                    .map(incident ->
                        Remedies.of(
                            "change no rows here: its source may have lost rows that this replica"
                                + " has. %s shows what to do",
                            Acts.showIncident(incident.id())))
                    .orElseGet(() -> afterRepair(subject))))
        : Optional.empty();
  }

  /** What the source wrote after it lost rows does not fit to a replica that has them. */
  private static Optional<Incident> lossOfSource(Subject.OfChannel subject) {
    return subject.world().incidentsOf(subject.link().source()).stream()
        .filter(Incident::isSuspect)
        .findFirst();
  }

  /** Started over a gap, and failing again, a server loses count of what it has left out. */
  private static Remedies afterRepair(Subject.OfChannel subject) {
    return gaps(subject).isPresent() || refetch(subject).isPresent()
        ? Remedies.of(
            "make the replica's rows what the transaction expects, then %s",
            Acts.closeGapsRowRepaired(subject.node().address(), subject.link().channel().name()))
        : Remedies.of(
            "make the replica's rows what the transaction expects, then start the applier");
  }

  /**
   * A worker's own error names the transaction; the coordinator's only counts the failed workers.
   */
  private static Stream<LastError> workerErrors(Applier applier) {
    return applier.workers().asOptional().stream()
        .flatMap(List::stream)
        .map(Worker::lastError)
        .flatMap(Optional::stream);
  }

  private static Optional<Evidence> applierStopped(Subject.OfChannel subject) {
    return subject.link().channel().applier().state() == ThreadState.STOPPED && !isHeld(subject)
        ? Optional.of(
            Evidence.of(
                "The applier of %s is stopped.".formatted(subject.name()), goingOn(subject)))
        : Optional.empty();
  }

  /** A start of both threads is what people type, so what is wrong with the other one counts. */
  private static Remedies goingOn(Subject.OfChannel subject) {
    boolean isToBeClosed = refetch(subject).isPresent() || gaps(subject).isPresent();
    return isToBeClosed
        ? Remedies.of("do not start it before this is done: %s", closing(subject))
        : Remedies.of("start it, when nobody stopped it on purpose");
  }

  private static Act closing(Subject.OfChannel subject) {
    return Acts.closeGaps(subject.node().address(), subject.link().channel().name());
  }

  /** A backup session keeps it stopped. */
  private static boolean isHeld(Subject.OfChannel subject) {
    return subject
        .world()
        .backupOf(subject.node().address())
        .filter(session -> session.holds(subject.link().channel().name()))
        .isPresent();
  }

  private static Optional<Evidence> gapsWhileStopped(Subject.OfChannel subject) {
    return gaps(subject).map(open -> leftOut(subject, open)).or(() -> mayHaveLeftOut(subject));
  }

  private static Evidence leftOut(Subject.OfChannel subject, ChannelGaps.Open open) {
    return Evidence.of(
        "The applier of %s is stopped with a gap. Not applied: %s. Evidence: %s."
            .formatted(subject.name(), open.missing(), open.why()),
        Remedies.of(Acts.closeGaps(subject.node().address(), subject.link().channel().name()))
            .or("%s lists them exactly", Acts.showGaps(subject.node().address())));
  }

  /** A worker has gone past the others, and what it passed over only the log shows. */
  private static Optional<Evidence> mayHaveLeftOut(Subject.OfChannel subject) {
    return judged(subject)
        .filter(ChannelGaps.Unknown.class::isInstance)
        .flatMap(unknown -> GapAnalysis.passedOver(subject.link().channel()))
        .map(why ->
            Evidence.of(
                "The applier of %s is stopped, and whether it has a gap is not known: %s."
                    .formatted(subject.name(), why),
                Remedies.of(
                    "%s reads the log and shows it", Acts.showGaps(subject.node().address()))));
  }

  private static Optional<ChannelGaps.Open> gaps(Subject.OfChannel subject) {
    return judged(subject)
        .filter(ChannelGaps.Open.class::isInstance)
        .map(ChannelGaps.Open.class::cast);
  }

  /** Empty where its applier is not stopped, or nothing of it is known now. */
  private static Optional<ChannelGaps> judged(Subject.OfChannel subject) {
    Channel channel = subject.link().channel();
    Optional<InstanceState> state = subject.node().currentState();
    if (channel.applier().state() != ThreadState.STOPPED || state.isEmpty()) {
      return Optional.empty();
    }
    Observed<GtidSet> sourceExecuted =
        subject
            .snapshot()
            .find(subject.link().source())
            .flatMap(Node::currentState)
            .map(source -> source.gtid().executed())
            .orElse(Observed.unknown("the source could not be read"));
    return Optional.of(GapAnalysis.judge(state.get(), channel, sourceExecuted));
  }

  private static Optional<Evidence> sourceNotKnown(Subject.OfChannel subject) {
    Optional<Node> source = subject.snapshot().find(subject.link().source());
    boolean everRead = source.flatMap(Node::state).isPresent();
    boolean stillToCome = source.isPresent() && source.get().contact() == Node.Contact.PENDING;
    return everRead || stillToCome
        ? Optional.empty()
        : Optional.of(
            Evidence.of(
                "%s replicates from %s, which the controller could never read."
                    .formatted(subject.name(), subject.link().channel().source()),
                Remedies.of("%s shows why", Acts.discover(subject.link().channel().source()))));
  }

  /** It waits for the applier, whoever holds that back: a backup session, too. */
  private static Optional<Evidence> relayLogSpaceUsedUp(Subject.OfChannel subject) {
    return subject.link().channel().receiver().waitsForRelayLogSpace()
        ? Optional.of(
            Evidence.of(
                "The receiver of %s from %s waits until the applier has done with relay logs: they have reached relay_log_space_limit. What %s commits now is not received here, and not acknowledged."
                    .formatted(subject.name(), subject.link().source(), subject.link().source()),
                Remedies.of(
                    "let its applier go on (%s shows what holds it back); for long backups set"
                        + " relay_log_space_limit = 0 in its option file and restart it",
                    Acts.showInstance(subject.node().address()))))
        : Optional.empty();
  }

  private static Optional<Evidence> clocksDiffer(Subject.OfChannel subject, Duration apartMax) {
    Optional<Duration> source =
        subject
            .snapshot()
            .find(subject.link().source())
            .flatMap(Node::currentState)
            .flatMap(InstanceState::clockAhead);
    return subject
        .node()
        .currentState()
        .flatMap(InstanceState::clockAhead)
        .flatMap(own -> source.map(own::minus))
        .filter(apart -> apart.abs().compareTo(apartMax) > 0)
        .map(apart ->
            Evidence.of(
                "The clock of %s is %d s %s that of %s: lags by commit timestamps and by heartbeats are wrong by the same."
                    .formatted(
                        subject.name(),
                        apart.abs().toSeconds(),
                        apart.isNegative() ? "behind" : "ahead of",
                        subject.link().source()),
                "let both machines follow the same time service (chrony, ntpd)"));
  }

  private static Optional<Evidence> lagging(Subject.OfChannel subject, Duration lagMax) {
    Channel channel = subject.link().channel();
    Duration intended = channel.applier().delay().asOptional().orElse(Duration.ZERO);
    return channel
        .lag()
        .asOptional()
        .filter(lag -> lag.amount().minus(intended).compareTo(lagMax) > 0 && !isHeld(subject))
        .map(lag ->
            Evidence.of(
                "%s is %d s behind %s (measured by %s, which does not see %s)."
                    .formatted(
                        subject.name(),
                        lag.amount().toSeconds(),
                        subject.link().source(),
                        lag.source().display(),
                        lag.source().misses()),
                Remedies.of(
                    "%s shows what its workers do", Acts.showInstance(subject.node().address()))));
  }
}
