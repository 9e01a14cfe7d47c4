package io.tutti.crash;

import io.tutti.model.Durability;
import io.tutti.model.Observed;

/**
 * What the end of a server's process may have cost. What is not known is taken for the worse. Pure.
 *
 * <ol>
 *   <li>It was shut down: nothing, whatever the settings.
 *   <li>{@code sync_binlog} and {@code innodb_flush_log_at_trx_commit} were 1: nothing, however it
 *       ended.
 *   <li>{@code innodb_flush_log_at_trx_commit} was 0, and it was cut off: commits of its last
 *       second, even if its host lived on.
 *   <li>Else commits, if its host went down with it.
 * </ol>
 *
 * @param why the sentence behind it
 */
public record CrashJudgement(Cost cost, String why) {

  /** What may be lost of what was committed. */
  public enum Cost {
    /** It was shut down. */
    NONE,
    /** It was cut off, or nobody knows, and every commit was on disk. */
    NONE_BY_SETTINGS,
    /** Commits, if the host went down, too, or nobody knows how the process ended. */
    COMMITS_WITH_THE_HOST,
    /** Commits, whatever became of the host. */
    COMMITS;

    /** Whether the server must not go on as if nothing had happened. */
    public boolean isSuspect() {
      return this == COMMITS || this == COMMITS_WITH_THE_HOST;
    }
  }

  /**
   * @param before the settings in force when the process ended
   */
  public static CrashJudgement of(Observed<ProcessEnd> end, Observed<RecordedDurability> before) {
    if (end.asOptional().filter(known -> known.how() == ProcessEnd.How.STOPPED).isPresent()) {
      return new CrashJudgement(Cost.NONE, "It was shut down in order.");
    }
    String ended =
        end.isKnown() ? "It was cut off" : "How it ended is not known (%s)".formatted(why(end));
    if (!(before instanceof Observed.Known<RecordedDurability>(RecordedDurability recorded))) {
      return new CrashJudgement(
          Cost.COMMITS_WITH_THE_HOST,
          "%s, nor which settings were in force (%s).".formatted(ended, why(before)));
    }
    Durability durability = recorded.durability();
    String settings =
        "sync_binlog was %s and innodb_flush_log_at_trx_commit %s"
            .formatted(text(durability.syncBinlog()), text(durability.flushLogAtCommit()));
    if (durability.syncBinlog().is(1L) && durability.flushLogAtCommit().is(1L)) {
      return new CrashJudgement(
          Cost.NONE_BY_SETTINGS, "%s; %s, so every commit was on disk.".formatted(ended, settings));
    }
    if (end.isKnown() && durability.flushLogAtCommit().is(0L)) {
      return new CrashJudgement(
          Cost.COMMITS,
          "%s; %s: commits of its last second were in its memory only.".formatted(ended, settings));
    }
    return new CrashJudgement(
        Cost.COMMITS_WITH_THE_HOST,
        "%s; %s: if its host went down, too, commits are lost that were not on disk."
            .formatted(ended, settings));
  }

  /** A replica that has what the server lost proves more than its settings do. */
  public CrashJudgement withGhosts(boolean found) {
    return found
        ? new CrashJudgement(
            Cost.COMMITS, why + " But a replica has transactions that it no longer has.")
        : this;
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
