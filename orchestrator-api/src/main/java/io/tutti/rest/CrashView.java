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
 * @param ended {@code STOPPED} or {@code CUT_OFF}: how the process ended that was watched last, or
 *     else the one before
 * @param lastLog the last binlog that it wrote
 * @param settings in force then
 * @param cost {@code NONE}, {@code NONE_BY_SETTINGS}, {@code COMMITS_WITH_THE_HOST} or {@code
 *     COMMITS}
 * @param missing {@code BINLOG}, {@code ROWS}: in which of its two memories commits may be missing
 * @param suspect whether the server must not go on as if nothing had happened
 * @param replicas what each has of it that it no longer has itself
 * @param incident the id under which the newest restart that was noticed is kept
 * @param open the ids of all its restarts that are open, the newest first
 */
record CrashView(
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
      ReplicaView view = of(told.address().toString(), told.channel(), told.ghosts());
      return told.ghosts() instanceof Ghosts.Named && told.undecided().isPresent()
          ? new ReplicaView(
              view.address,
              view.channel,
              view.ghosts,
              view.gtids,
              view.received,
              told.undecided()
                  .map(
                      "whether %s, which this server has written since, are the same there is not known"
                          ::formatted))
          : view;
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
   * @param incidents that were noticed, the newest first
   */
  static CrashView of(RestartReport report, List<Incident> incidents) {
    return new CrashView(
        report.address().toString(),
        Fact.text(report.startedAt()),
        Fact.of(report.end().flatMap(ProcessEnd::told).map(Enum::name)),
        report.end().asOptional().flatMap(ProcessEnd::lastLog),
        Fact.of(report.before().map(SettingsView::of)),
        report.judgement().cost().name(),
        report.judgement().missing().stream().map(Enum::name).sorted().toList(),
        report.judgement().cost().isSuspect(),
        report.judgement().why(),
        report.replicas().stream().map(ReplicaView::of).toList(),
        incidents.stream().findFirst().map(Incident::id),
        incidents.stream()
            .filter(each -> each.isOpen() && each.isSuspect())
            .map(Incident::id)
            .toList());
  }
}
