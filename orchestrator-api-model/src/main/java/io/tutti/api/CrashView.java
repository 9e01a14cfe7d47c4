package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * An instance's last restart, and what it may have cost.
 *
 * @param startedAt when the process that runs now began
 * @param ended {@code STOPPED} or {@code CUT_OFF}: how the process ended that was watched last, or
 *     else the one before
 * @param lastLog the last binlog that it wrote
 * @param settings in force then
 * @param cost {@code NONE}, {@code NONE_BY_SETTINGS}, {@code NONE_BY_HOST}, {@code
 *     COMMITS_WITH_THE_HOST} or {@code COMMITS}; {@code UNKNOWN} where nothing is known of another
 *     process before the one that runs now: there may have been none
 * @param missing {@code BINLOG}, {@code ROWS}: in which of its two memories commits may be missing
 * @param suspect whether the server must not continue as if nothing had happened
 * @param replicas what each has of it that it no longer has itself
 * @param incident the id under which the newest restart that was noticed is kept
 * @param open the ids of all its restarts that are open, the newest first
 */
public record CrashView(
    String address,
    Fact<String> startedAt,
    Fact<String> ended,
    Optional<String> lastLog,
    Fact<SettingsView> settings,
    String cost,
    List<String> missing,
    boolean suspect,
    String why,
    List<ReplicaView> replicas,
    Optional<String> incident,
    List<String> open) {

  /**
   * What a replica has that this instance no longer has.
   *
   * @param lostOnSource {@code none}, {@code named}, {@code beyond} or {@code unknown}
   * @param gtids by their names, where they have some
   * @param received up to where, where that is beyond the end of the binlog
   */
  public record ReplicaView(
      String address,
      String channel,
      String lostOnSource,
      Optional<String> gtids,
      Optional<String> received,
      Optional<String> why) {}

  /**
   * Durability settings as they were read.
   *
   * @param confirmedAt when they were read last before the process ended
   */
  public record SettingsView(
      Fact<Long> syncBinlog, Fact<Long> flushLogAtCommit, String confirmedAt) {}
}
