package io.tutti.rest;

import io.tutti.crash.Ghosts;
import io.tutti.crash.Incident;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.crash.ReplicaGhosts;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.crash.RestartReport;
import java.util.List;
import java.util.Optional;

/**
 * An instance's last restart, and what it may have cost.
 *
 * @param startedAt when the process that runs now began
 * @param ended {@code STOPPED} or {@code CUT_OFF}: how the process before it ended
 * @param lastLog the last binlog that it wrote
 * @param settings in force then
 * @param cost {@code NONE}, {@code NONE_BY_SETTINGS}, {@code COMMITS_WITH_THE_HOST} or {@code
 *     COMMITS}
 * @param suspect whether the server must not go on as if nothing had happened
 * @param replicas what each has of it that it no longer has itself
 * @param incident the id under which the newest restart that was noticed is kept
 */
record CrashView(
    String address,
    Fact<String> startedAt,
    Fact<String> ended,
    Optional<String> lastLog,
    Fact<SettingsView> settings,
    String cost,
    boolean suspect,
    String why,
    List<ReplicaView> replicas,
    Optional<String> incident) {

  /**
   * What a replica has that this instance no longer has.
   *
   * @param ghosts {@code none}, {@code named}, {@code beyond} or {@code unknown}
   * @param gtids by their names, where they have some
   * @param received up to where, where that is beyond the end of the binlog
   */
  record ReplicaView(
      String address,
      String channel,
      String ghosts,
      Optional<String> gtids,
      Optional<String> received,
      Optional<String> why) {
    static ReplicaView of(ReplicaGhosts told) {
      return of(told.address().toString(), told.channel(), told.ghosts());
    }

    static ReplicaView of(String address, String channel, Ghosts ghosts) {
      Optional<String> none = Optional.empty();
      return switch (ghosts) {
        case Ghosts.None() -> new ReplicaView(address, channel, "none", none, none, none);
        case Ghosts.Named(GtidSet gtids) ->
            new ReplicaView(address, channel, "named", Optional.of(gtids.toString()), none, none);
        case Ghosts.Beyond(BinlogPosition received, long bytes) ->
            new ReplicaView(
                address,
                channel,
                "beyond",
                none,
                Optional.of(received.toString()),
                Optional.of(
                    bytes == 0
                        ? "that %s is gone".formatted(received.file())
                        : "%s has %d bytes now".formatted(received.file(), bytes)));
        case Ghosts.Unknown(String why) ->
            new ReplicaView(address, channel, "unknown", none, none, Optional.of(why));
      };
    }
  }

  /**
   * Durability settings as they were read.
   *
   * @param confirmedAt when they were read last before the process ended
   */
  record SettingsView(Fact<Long> syncBinlog, Fact<Long> flushLogAtCommit, String confirmedAt) {
    static SettingsView of(RecordedDurability recorded) {
      return new SettingsView(
          Fact.of(recorded.durability().syncBinlog()),
          Fact.of(recorded.durability().flushLogAtCommit()),
          recorded.last().toString());
    }
  }

  /**
   * @param incident of the restart, where it was noticed
   */
  static CrashView of(RestartReport report, Optional<Incident> incident) {
    return new CrashView(
        report.address().toString(),
        Fact.text(report.startedAt()),
        Fact.of(report.end().map(end -> end.how().name())),
        report.end().asOptional().map(ProcessEnd::log),
        Fact.of(report.before().map(SettingsView::of)),
        report.judgement().cost().name(),
        report.judgement().cost().isSuspect(),
        report.judgement().why(),
        report.replicas().stream().map(ReplicaView::of).toList(),
        incident.map(Incident::id));
  }
}
