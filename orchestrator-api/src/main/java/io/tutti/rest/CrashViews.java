package io.tutti.rest;

import io.tutti.api.CrashView;
import io.tutti.api.CrashView.ReplicaView;
import io.tutti.api.CrashView.SettingsView;
import io.tutti.crash.CrashJudgement;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.crash.RestartReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns what the engine knows into {@link CrashView}s. */
final class CrashViews {
  /** Servers say in whole seconds how long they run. */
  private static final Duration ROUNDED = Duration.ofSeconds(2);

  private CrashViews() {}

  static ReplicaView of(LostOnSourceByReplica reported) {
    ReplicaView view =
        of(reported.address().toString(), reported.channel(), reported.lostOnSource());
    Optional<String> more =
        reported
            .undecided()
            .map(
                "whether %s, which this server has written since, are the same there is not known"
                    ::formatted)
            .or(() ->
                reported
                    .maybeMore()
                    .map("it may have more: it was not read since (%s)"::formatted));
    return reported.lostOnSource() instanceof LostOnSource.Named && more.isPresent()
        ? new ReplicaView(
            view.address(),
            view.channel(),
            view.lostOnSource(),
            view.gtids(),
            view.received(),
            more)
        : view;
  }

  static ReplicaView of(String address, String channel, LostOnSource lostOnSource) {
    Optional<String> none = Optional.empty();
    return switch (lostOnSource) {
      case LostOnSource.None() -> new ReplicaView(address, channel, "none", none, none, none);
      case LostOnSource.Named(GtidSet gtids) ->
          new ReplicaView(address, channel, "named", Optional.of(gtids.toString()), none, none);
      case LostOnSource.Beyond(BinlogPosition received, long bytes) ->
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
      case LostOnSource.Unknown(String why) ->
          new ReplicaView(address, channel, "unknown", none, none, Optional.of(why));
    };
  }

  static SettingsView of(RecordedDurability recorded) {
    return new SettingsView(
        Facts.of(recorded.durability().syncBinlog()),
        Facts.of(recorded.durability().flushLogAtCommit()),
        recorded.last().toString());
  }

  /** Whether another process is unknown of the server: there may have been none. */
  private static boolean isFirstKnown(RestartReport report) {
    return !report.end().isKnown()
        && !report.before().isKnown()
        && report.replicas().stream().noneMatch(each -> each.lostOnSource().areFound());
  }

  private static String whyFirst(RestartReport report) {
    return Stream.of(why(report.end()), why(report.before()))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", and "))
        .replaceFirst("^its", "Its")
        .concat(".");
  }

  private static Optional<String> why(Observed<?> fact) {
    return fact instanceof Observed.Unknown<?>(String why) ? Optional.of(why) : Optional.empty();
  }

  /**
   * What was judged when it was restarted stays so: what it has written since may bear the names of
   * what it lost.
   *
   * @param incidents that were noticed, the newest first
   */
  static CrashView of(RestartReport report, List<Incident> incidents) {
    boolean isFirst = incidents.isEmpty() && isFirstKnown(report);
    Optional<CrashJudgement> before =
        incidents.stream()
            .findFirst()
            .filter(each -> each.isOpen() && each.isSuspect())
            .filter(each -> isOf(report, each))
            .filter(each -> each.evidence().lookedAt().isPresent())
            .filter(each -> !report.judgement().cost().isSuspect())
            .map(Incident::judgement);
    CrashJudgement judgement = before.orElse(report.judgement());
    return new CrashView(
        report.address().toString(),
        Facts.text(report.startedAt()),
        Facts.of(report.end().flatMap(ProcessEnd::reported).map(Enum::name)),
        report.end().asOptional().flatMap(ProcessEnd::lastLog),
        Facts.of(report.before().map(CrashViews::of)),
        isFirst ? "UNKNOWN" : judgement.cost().name(),
        isFirst ? List.of() : judgement.missing().stream().map(Enum::name).sorted().toList(),
        !isFirst && judgement.cost().isSuspect(),
        isFirst ? whyFirst(report) : judgement.why(),
        report.replicas().stream()
            .map(CrashViews::of)
            .map(each -> before.isPresent() ? afterwards(each) : each)
            .toList(),
        incidents.stream().findFirst().map(Incident::id),
        incidents.stream()
            .filter(each -> each.isOpen() && each.isSuspect())
            .map(Incident::id)
            .toList());
  }

  /** Whether it began the process that runs. */
  private static boolean isOf(RestartReport report, Incident incident) {
    ProcessStart start = incident.begun().startedAt();
    return report
        .startedAt()
        .asOptional()
        .filter(at -> !at.isBefore(start.earliest().minus(ROUNDED)))
        .filter(at -> !at.isAfter(start.latest().plus(ROUNDED)))
        .isPresent();
  }

  private static ReplicaView afterwards(ReplicaView now) {
    return now.lostOnSource().equals("none")
        ? of(
            now.address(),
            now.channel(),
            new LostOnSource.Unknown(
                "what this server has written since may bear the names of what it lost"))
        : now;
  }
}
