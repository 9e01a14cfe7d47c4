package io.tutti.cli.render;

import io.tutti.api.CrashView;
import io.tutti.api.CrashView.ReplicaView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An instance's last restart, for people. */
public final class CrashPage {
  /** There may have been no other process. */
  private static final String NOTHING_KNOWN = "UNKNOWN";

  private CrashPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/crash}
   */
  public static List<Line> of(CrashView answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(answer.address(), Tone.STRONG)
            .plus(
                " runs since "
                    + answer.startedAt().value().map(Times::second).orElse("an unknown moment"))
            .plus(": ", Tone.DIM)
            .plus(reported(answer.cost(), answer.replicas()), tone(answer)));
    lines.add(Line.of("  " + answer.why(), Tone.DIM));
    answer
        .lastLog()
        .ifPresent(
            log -> lines.add(Line.of("  the process that ended wrote " + log + " last", Tone.DIM)));
    answer
        .settings()
        .value()
        .map(CrashView.SettingsView::confirmedAt)
        .map(Times::second)
        .ifPresent(at -> lines.add(Line.of("  its settings were read last at " + at, Tone.DIM)));
    boolean mayLackRows = mayLackRows(answer.missing());
    answer.replicas().forEach(replica -> lines.add(ofReplica(replica, mayLackRows)));
    answer
        .incident()
        .ifPresent(id ->
            lines.add(
                Line.of(
                    "  what was known when it was restarted: tutti crash show " + id, Tone.DIM)));
    answer.open().stream()
        .filter(id -> !answer.incident().equals(Optional.of(id)) || !isSuspect(answer))
        .forEach(id ->
            lines.add(
                Line.of(
                    "  a restart of it that may have lost commits is still open: tutti crash show "
                        + id,
                    Tone.BAD)));
    return lines;
  }

  private static Tone tone(CrashView answer) {
    return answer.suspect()
        ? Tone.BAD
        : answer.cost().equals(NOTHING_KNOWN) ? Tone.PLAIN : Tone.GOOD;
  }

  private static boolean isSuspect(CrashView answer) {
    return answer.suspect();
  }

  /** Its binlog then tells of transactions whose rows are gone. */
  static boolean mayLackRows(List<String> missing) {
    return missing.contains("ROWS");
  }

  /**
   * @param mayLackRows whether rows may be lost whose transactions are not
   */
  static Line ofReplica(ReplicaView replica, boolean mayLackRows) {
    String channel = replica.channel();
    Line line =
        Line.of(
            "  replica "
                + replica.address()
                + (channel.isEmpty() ? "" : " channel " + channel)
                + ": ");
    return switch (replica.lostOnSource()) {
      case "none" ->
          mayLackRows
              ? line.plus(
                  "has no transaction whose GTID this server lacks; it may have rows that this"
                      + " server lost",
                  Tone.BAD)
              : line.plus("has nothing that this server lost", Tone.GOOD);
      case "named" ->
          line.plus("has transactions that this server lost: ", Tone.BAD)
              .plus(replica.gtids().orElse("") + replica.why().map(why -> "; " + why).orElse(""));
      case "beyond" ->
          line.plus("received more than this server's binlog holds: ", Tone.BAD)
              .plus(replica.received().orElse("") + ", and " + replica.why().orElse(""));
      default ->
          line.plus("whether it has what this server lost is not known: ", Tone.BAD)
              .plus(replica.why().orElse(""));
    };
  }

  /** What is not known of a replica may be a loss, whatever the settings were. */
  static String reported(String cost, List<ReplicaView> replicas) {
    boolean isUnknown =
        replicas.stream().anyMatch(replica -> replica.lostOnSource().equals("unknown"));
    return isUnknown && cost.startsWith("NONE")
        ? "whether something was lost is not known yet"
        : reported(cost);
  }

  private static String reported(String cost) {
    return switch (cost) {
      case "NONE" -> "nothing was lost";
      case "NONE_BY_SETTINGS", "NONE_BY_HOST" -> "nothing that was committed was lost";
      case NOTHING_KNOWN -> "nothing is known of a process before this one";
      case "COMMITS" -> "commits may be lost";
      default -> "commits may be lost, if its host went down";
    };
  }
}
