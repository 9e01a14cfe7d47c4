package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An instance's last restart, for people. */
public final class CrashPage {
  private CrashPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/crash}
   */
  public static List<Line> of(Json answer) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(answer.textOr("address", ""), Tone.STRONG)
            .plus(" runs since " + fact(answer.at("startedAt")))
            .plus(": ", Tone.DIM)
            .plus(told(answer), answer.at("suspect").flag().orElse(true) ? Tone.BAD : Tone.GOOD));
    lines.add(Line.of("  " + answer.textOr("why", ""), Tone.DIM));
    answer
        .text("lastLog")
        .ifPresent(
            log -> lines.add(Line.of("  the process that ended wrote " + log + " last", Tone.DIM)));
    answer
        .at("settings")
        .at("value")
        .text("confirmedAt")
        .ifPresent(at -> lines.add(Line.of("  its settings were read last at " + at, Tone.DIM)));
    boolean mayLackRows = mayLackRows(answer);
    answer.at("replicas").items().forEach(replica -> lines.add(ofReplica(replica, mayLackRows)));
    answer
        .text("incident")
        .ifPresent(id ->
            lines.add(
                Line.of(
                    "  what was known when it was restarted: tutti crash show " + id, Tone.DIM)));
    answer.texts("open").stream()
        .filter(id -> !answer.text("incident").equals(Optional.of(id)) || !isSuspect(answer))
        .forEach(id ->
            lines.add(
                Line.of(
                    "  a restart of it that may have lost commits is still open: tutti crash show "
                        + id,
                    Tone.BAD)));
    return lines;
  }

  private static boolean isSuspect(Json answer) {
    return answer.at("suspect").flag().orElse(true);
  }

  /** Its binlog then tells of transactions whose rows are gone. */
  static boolean mayLackRows(Json restart) {
    return restart.texts("missing").contains("ROWS");
  }

  /**
   * @param mayLackRows whether rows may be lost whose transactions are not
   */
  static Line ofReplica(Json replica, boolean mayLackRows) {
    String channel = replica.textOr("channel", "");
    Line line =
        Line.of(
            "  replica "
                + replica.textOr("address", "")
                + (channel.isEmpty() ? "" : " channel " + channel)
                + ": ");
    return switch (replica.textOr("ghosts", "")) {
      case "none" ->
          mayLackRows
              ? line.plus(
                  "has no transaction whose name this server lacks; it may have rows that this server lost",
                  Tone.BAD)
              : line.plus("has nothing that this server lost", Tone.GOOD);
      case "named" ->
          line.plus("has transactions that this server lost: ", Tone.BAD)
              .plus(
                  replica.textOr("gtids", "")
                      + replica.text("why").map(why -> "; " + why).orElse(""));
      case "beyond" ->
          line.plus("received more than this server's binlog holds: ", Tone.BAD)
              .plus(replica.textOr("received", "") + ", and " + replica.textOr("why", ""));
      default ->
          line.plus("whether it has what this server lost is not known: ", Tone.BAD)
              .plus(replica.textOr("why", ""));
    };
  }

  /** What is not known of a replica may be a loss, whatever the settings were. */
  static String told(Json answer) {
    String cost = answer.textOr("cost", "");
    boolean isUnknown =
        answer.at("replicas").items().stream()
            .anyMatch(replica -> replica.textOr("ghosts", "").equals("unknown"));
    return isUnknown && cost.startsWith("NONE")
        ? "whether something was lost is not known yet"
        : told(cost);
  }

  private static String told(String cost) {
    return switch (cost) {
      case "NONE" -> "nothing was lost";
      case "NONE_BY_SETTINGS", "NONE_BY_HOST" -> "nothing that was committed was lost";
      case "COMMITS" -> "commits may be lost";
      default -> "commits may be lost, if its host went down";
    };
  }

  private static String fact(Json fact) {
    return fact.text("value").orElse("an unknown moment");
  }
}
