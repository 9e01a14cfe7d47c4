package io.tutti.crash;

import io.tutti.model.Durability;
import io.tutti.model.Observed;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the end of a server's process may have cost. What is not known is taken for the worse. Pure.
 *
 * <ol>
 *   <li>It was shut down: nothing, whatever the settings.
 *   <li>{@code sync_binlog} and {@code innodb_flush_log_at_trx_commit} were 1: nothing, however it
 *       ended.
 *   <li>{@code innodb_flush_log_at_trx_commit} was 0, and it was cut off: commits of its last
 *       second, even if its host lived on.
 *   <li>Its host kept what it had written: nothing, unless that setting was 0 or is not known.
 *   <li>Its host went down with it: commits.
 *   <li>Else commits, if its host went down with it.
 * </ol>
 *
 * Processes that ran after it, and that nobody watched, are judged in the same way, as ones with
 * unknown settings; the worst counts. What is proved to be lost counts whatever the settings were.
 *
 * @param why the sentence behind it
 * @param missing what the server may lack
 */
public record CrashJudgement(Cost cost, String why, Set<Missing> missing) {

  /** What may be lost of what was committed. */
  public enum Cost {
    /** It was shut down. */
    NONE,
    /** It was cut off, or it is not known, and every commit was on disk. */
    NONE_BY_SETTINGS,
    /** It was cut off, and every commit had reached its host, which kept it. */
    NONE_BY_HOST,
    /** Commits, if the host went down, too, or it is not known how the process ended. */
    COMMITS_WITH_THE_HOST,
    /** Commits. */
    COMMITS;

    /** Whether the server must not continue as if nothing had happened. */
    public boolean isSuspect() {
      return this == COMMITS || this == COMMITS_WITH_THE_HOST;
    }
  }

  /** In which of a server's two memories commits may be missing. */
  public enum Missing {
    /**
     * Its binlog lacks what its tables have: it gives the same numbers or places to other
     * transactions, and its replicas are ahead of it.
     */
    BINLOG,
    /** Its tables lack what its binlog has: replication shows no error, and data differ. */
    ROWS
  }

  public CrashJudgement {
    missing = Set.copyOf(missing);
  }

  /** Where nothing is known of the host. */
  public static CrashJudgement of(Observed<ProcessEnd> end, Observed<RecordedDurability> before) {
    return of(end, before, Observed.unknown("it was not read"));
  }

  /**
   * @param before the settings in force when the process ended
   * @param host what became of its host meanwhile
   */
  public static CrashJudgement of(
      Observed<ProcessEnd> end, Observed<RecordedDurability> before, Observed<HostFate> host) {
    Observed<ProcessEnd> own = end.flatMap(known -> known.reported().map(how -> known));
    CrashJudgement watched = ofOne(own, before, host);
    return end instanceof Observed.Known<ProcessEnd>(ProcessEnd known)
        ? watched.with(known.between(), host)
        : watched;
  }

  /** The worst of it and of what became of those that ran since, which nobody watched. */
  private CrashJudgement with(Observed<List<ProcessEnd>> since, Observed<HostFate> host) {
    if (since.asOptional().filter(List::isEmpty).isPresent()) {
      return this;
    }
    List<Observed<ProcessEnd>> ends =
        since instanceof Observed.Known<List<ProcessEnd>>(List<ProcessEnd> known)
            ? known.stream().<Observed<ProcessEnd>>map(Observed::known).toList()
            : List.of(since.map(List::getFirst));
    CrashJudgement worst = this;
    EnumSet<Missing> lacking = EnumSet.noneOf(Missing.class);
    lacking.addAll(missing);
    for (Observed<ProcessEnd> each : ends) {
      CrashJudgement judged = ofOne(each, Observed.unknown("no controller watched it"), host);
      lacking.addAll(judged.missing);
      worst = judged.cost.compareTo(worst.cost) > 0 ? judged : worst;
    }
    return new CrashJudgement(worst.cost, "%s %s".formatted(why, reported(since)), lacking);
  }

  private static String reported(Observed<List<ProcessEnd>> since) {
    if (!(since instanceof Observed.Known<List<ProcessEnd>>(List<ProcessEnd> ends))) {
      return "Whether other processes ran between it and the one that runs now is not known (%s)."
          .formatted(why(since));
    }
    return "Between it and the process that runs now, %s ran that no controller watched: %s."
        .formatted(
            ends.size() == 1 ? "another one" : ends.size() + " others",
            ends.stream().map(CrashJudgement::reported).collect(Collectors.joining("; ")));
  }

  private static String reported(ProcessEnd end) {
    return switch (end.how()) {
      case STOPPED -> "one that was shut down in order (%s)".formatted(end.log());
      case CUT_OFF ->
          "one that ended without a shutdown (%s), with settings that are not known"
              .formatted(end.log());
      case NOT_KNOWN -> "one of which that is not known (%s)".formatted(end.log());
    };
  }

  private static CrashJudgement ofOne(
      Observed<ProcessEnd> end, Observed<RecordedDurability> before, Observed<HostFate> host) {
    if (end.asOptional().filter(known -> known.how() == ProcessEnd.How.STOPPED).isPresent()) {
      return new CrashJudgement(Cost.NONE, "It was shut down in order.", Set.of());
    }
    String ended =
        end.isKnown()
            ? "It ended without a shutdown"
            : "How it ended is not known (%s)".formatted(why(end));
    return before instanceof Observed.Known<RecordedDurability>(RecordedDurability recorded)
        ? withSettings(end.isKnown(), ended, recorded.durability(), host)
        : new CrashJudgement(
            host.isKnown() ? Cost.COMMITS : Cost.COMMITS_WITH_THE_HOST,
            "%s, nor which settings were in force (%s).".formatted(ended, why(before)),
            Set.of(Missing.values()));
  }

  private static CrashJudgement withSettings(
      boolean cutOff, String ended, Durability durability, Observed<HostFate> host) {
    boolean kept = host.asOptional().filter(HostFate::isKeepingWrites).isPresent();
    Set<Missing> missing = missing(durability, kept);
    String settings =
        "sync_binlog was %s and innodb_flush_log_at_trx_commit %s"
            .formatted(text(durability.syncBinlog()), text(durability.flushLogAtCommit()));
    if (durability.syncBinlog().is(1L) && durability.flushLogAtCommit().is(1L)) {
      return new CrashJudgement(
          Cost.NONE_BY_SETTINGS,
          "%s; %s, so every commit was on disk.".formatted(ended, settings),
          missing);
    }
    if (cutOff && durability.flushLogAtCommit().is(0L)) {
      return new CrashJudgement(
          Cost.COMMITS,
          "%s; %s: commits of its last second were only in its memory.".formatted(ended, settings),
          missing);
    }
    if (kept && missing.isEmpty()) {
      return new CrashJudgement(
          Cost.NONE_BY_HOST,
          "%s; %s: every commit had reached its host, which %s."
              .formatted(
                  ended,
                  settings,
                  host.is(HostFate.SHUT_DOWN) ? "was shut down in order later" : "ran on"),
          missing);
    }
    if (host.isKnown()) {
      return new CrashJudgement(
          Cost.COMMITS,
          kept
              ? "%s; %s, and its host kept running.".formatted(ended, settings)
              : "%s; %s, and its host went down: commits are lost that were not on disk."
                  .formatted(ended, settings),
          missing);
    }
    return new CrashJudgement(
        Cost.COMMITS_WITH_THE_HOST,
        "%s; %s: if its host went down, too, commits are lost that were not on disk."
            .formatted(ended, settings),
        missing);
  }

  /** Each setting keeps one of the two memories; what a kernel has been given is safe with it. */
  private static Set<Missing> missing(Durability durability, boolean keptByHost) {
    EnumSet<Missing> missing = EnumSet.noneOf(Missing.class);
    if (!durability.syncBinlog().is(1L) && !keptByHost) {
      missing.add(Missing.BINLOG);
    }
    if (!durability.flushLogAtCommit().is(1L)
        && !(keptByHost && durability.flushLogAtCommit().is(2L))) {
      missing.add(Missing.ROWS);
    }
    return missing;
  }

  /** Binlogs that were longer prove more than the settings do, also where no replica has more. */
  public CrashJudgement withLostEnd(Optional<LostEnd> lost) {
    if (lost.isEmpty()) {
      return this;
    }
    EnumSet<Missing> more = EnumSet.of(Missing.BINLOG);
    more.addAll(missing);
    return new CrashJudgement(
        Cost.COMMITS,
        "%s But its binlogs lost what they had: %s.".formatted(why, lost.get()),
        more);
  }

  /** A replica that has what the server lost proves more than its settings do. */
  public CrashJudgement withLostOnSource(boolean found) {
    if (!found) {
      return this;
    }
    EnumSet<Missing> more = EnumSet.of(Missing.BINLOG);
    more.addAll(missing);
    return new CrashJudgement(
        Cost.COMMITS, why + " But a replica has transactions that it no longer has.", more);
  }

  private static String text(Observed<Long> value) {
    return value.asOptional().map(String::valueOf).orElse("unknown");
  }

  private static String why(Observed<?> observed) {
    return switch (observed) {
      case Observed.Known<?> known -> "";
      case Observed.Absent<?>(String why) -> why;
      case Observed.Unknown<?>(String why) -> why;
    };
  }
}
