package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;

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
            .plus(
                told(answer.textOr("cost", "")),
                answer.at("suspect").flag().orElse(true) ? Tone.BAD : Tone.GOOD));
    lines.add(Line.of("  " + answer.textOr("why", ""), Tone.DIM));
    answer
        .text("lastLog")
        .ifPresent(
            log -> lines.add(Line.of("  the process before it wrote " + log + " last", Tone.DIM)));
    answer
        .at("settings")
        .at("value")
        .text("confirmedAt")
        .ifPresent(at -> lines.add(Line.of("  its settings were read last at " + at, Tone.DIM)));
    answer.at("replicas").items().forEach(replica -> lines.add(ofReplica(replica)));
    answer
        .text("incident")
        .ifPresent(id ->
            lines.add(
                Line.of(
                    "  what was known when it was restarted: tutti crash show " + id, Tone.DIM)));
    return lines;
  }

  static Line ofReplica(Json replica) {
    String channel = replica.textOr("channel", "");
    Line line =
        Line.of(
            "  replica "
                + replica.textOr("address", "")
                + (channel.isEmpty() ? "" : " channel " + channel)
                + ": ");
    return switch (replica.textOr("ghosts", "")) {
      case "none" -> line.plus("has nothing that this server lost", Tone.GOOD);
      case "named" ->
          line.plus("has transactions that this server lost: ", Tone.BAD)
              .plus(replica.textOr("gtids", ""));
      case "beyond" ->
          line.plus("received more than this server's binlog holds: ", Tone.BAD)
              .plus(replica.textOr("received", "") + ", and " + replica.textOr("why", ""));
      default ->
          line.plus("whether it has what this server lost is not known: ", Tone.BAD)
              .plus(replica.textOr("why", ""));
    };
  }

  static String told(String cost) {
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
