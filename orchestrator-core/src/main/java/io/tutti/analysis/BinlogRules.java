package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;
import static java.util.stream.Collectors.joining;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.StuckCommits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about a binlog that is not written as it should be. */
final class BinlogRules {
  private static final Set<FindingCode> NOTHING = Set.of();

  /** Enough to find them. */
  private static final int SESSIONS_MAX = 5;

  private BinlogRules() {}

  static List<FindingRule> rules(FindingSettings settings) {
    return List.of(
        ofInstance(
            FindingCode.BINLOG_DISK_FULL,
            Set.of(FindingCode.COMMITS_STUCK),
            BinlogRules::waitsForRoom),
        ofInstance(
            FindingCode.COMMITS_STUCK,
            NOTHING,
            subject -> commitsStuck(subject, settings.duration(FindingCode.COMMITS_STUCK))),
        ofInstance(
            FindingCode.PREPARED_TRANSACTIONS,
            NOTHING,
            subject ->
                PreparedRules.left(subject, settings.duration(FindingCode.PREPARED_TRANSACTIONS))),
        ofInstance(FindingCode.BINLOG_SWITCHED_OFF, NOTHING, BinlogRules::binlogSwitchedOff));
  }

  private static Optional<Evidence> waitsForRoom(Subject.OfInstance subject) {
    return stuck(subject)
        .filter(commits -> !commits.sessions().isEmpty())
        .flatMap(commits ->
            commits
                .noRoom()
                .map(said ->
                    Evidence.of(
                        "The disk of the binlogs of %s is full, as it says itself: \"%s\". Commits wait for room: %s (read at %s)."
                            .formatted(
                                subject.name(),
                                said,
                                sessions(commits.sessions()),
                                readAt(subject)),
                        "make room on the disk of its binlogs (\"df\" on the server): it looks again once a minute and continues by itself; PURGE BINARY LOGS would wait, too",
                        "kill none of these sessions: a server may abort by that")));
  }

  private static Optional<Evidence> commitsStuck(Subject.OfInstance subject, Duration lastingMin) {
    Instant at = subject.node().state().map(InstanceState::observedAt).orElse(Instant.MIN);
    return stuck(subject)
        .flatMap(commits -> subject.node().commits())
        .filter(history -> Duration.between(history.since(), at).compareTo(lastingMin) >= 0)
        .map(history ->
            Evidence.of(
                "Commits on %s have waited since %s: %s (read at %s). It does not answer where its binlog ends, either: its binlog is not being written, or one very large transaction is."
                    .formatted(
                        subject.name(),
                        history.since().truncatedTo(ChronoUnit.SECONDS),
                        sessions(history.sessions()),
                        readAt(subject)),
                "look whether the disk of its binlogs is full (\"df\" on the server; its error log says \"Disk is full writing\" then) or does not answer: with room it continues within a minute by itself",
                "kill none of these sessions: a server may abort by that"));
  }

  private static Optional<StuckCommits> stuck(Subject.OfInstance subject) {
    return subject.node().currentState().flatMap(state -> state.binlog().stuck().asOptional());
  }

  private static String sessions(Collection<Long> ids) {
    String listed =
        ids.stream().sorted().limit(SESSIONS_MAX).map(String::valueOf).collect(joining(", "));
    int more = ids.size() - SESSIONS_MAX;
    return "%s %s%s"
        .formatted(
            ids.size() == 1 ? "session" : "sessions",
            listed,
            more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String readAt(Subject.OfInstance subject) {
    return subject
        .node()
        .state()
        .map(state -> state.observedAt().truncatedTo(ChronoUnit.SECONDS).toString())
        .orElse("");
  }

  /** It says so by naming no file; what cannot be read is not that. */
  private static Optional<Evidence> binlogSwitchedOff(Subject.OfInstance subject) {
    return subject
        .node()
        .currentState()
        .filter(state -> state.binlog().enabled().is(true))
        .filter(state -> state.binlog().position() instanceof Observed.Absent<BinlogPosition>)
        .map(state ->
            Evidence.of(
                "%s has log_bin on and names no file that it writes: it switched its binlog off after an error, and nothing that is written there reaches a replica (read at %s)."
                    .formatted(subject.name(), readAt(subject)),
                "look into its error log for the reason, such as a full disk, and remove it",
                "restart the server, which begins a new binlog; then rebuild its replicas, which lack what was written meanwhile"));
  }
}
