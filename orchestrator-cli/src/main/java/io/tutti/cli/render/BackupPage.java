package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import io.tutti.model.Observed;
import java.util.ArrayList;
import java.util.List;

/** Backup sessions, for people. */
public final class BackupPage {
  private BackupPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/backups}
   */
  public static List<Line> list(Json answer) {
    List<Json> sessions = answer.at("items").items();
    if (sessions.isEmpty()) {
      return List.of(Line.of(answer.textOr("address", "") + " had no backup session yet."));
    }
    List<Line> lines = new ArrayList<>();
    for (Json session : sessions) {
      lines.addAll(head(session));
    }
    return lines;
  }

  /** One session with all that is needed to copy the replica and to attach the copy. */
  public static List<Line> session(Json session) {
    List<Line> lines = new ArrayList<>(head(session));
    for (Json way : session.at("attachments").items()) {
      lines.add(
          Line.of("attach a copy by ", Tone.DIM)
              .plus(way.textOr("by", ""), Tone.STRONG)
              .plus(" below " + way.textOr("source", ""))
              .plus("  " + way.textOr("when", ""), Tone.DIM));
      way.texts("statements").forEach(sql -> lines.add(Line.of("  " + sql + ";")));
    }
    for (Json tool : session.at("tools").items()) {
      lines.add(
          Line.of(tool.textOr("name", ""), Tone.STRONG).plus("  " + tool.textOr("command", "")));
      lines.add(Line.of("  " + tool.textOr("why", ""), Tone.DIM));
      for (Json option : tool.at("leaveOut").items()) {
        lines.add(
            Line.of("  without " + option.textOr("option", ""))
                .plus(": " + option.textOr("why", ""), Tone.DIM));
      }
    }
    lines.add(Line.of("end it: tutti backup end " + session.textOr("instance", "")));
    return lines;
  }

  private static List<Line> head(Json session) {
    List<Line> lines = new ArrayList<>();
    boolean open = session.at("open").flag().orElse(false);
    lines.add(
        Line.of("session " + session.textOr("id", ""), Tone.STRONG)
            .plus(" of " + session.textOr("instance", ""))
            .plus(
                open
                    ? "  open, ends by itself at " + session.textOr("expiresAt", "")
                    : "  ended at " + session.textOr("endedAt", ""),
                open ? Tone.GOOD : Tone.DIM));
    session.text("broken").ifPresent(why -> lines.add(Line.of("  BROKEN: " + why, Tone.BAD)));
    session.text("because").ifPresent(why -> lines.add(Line.of("  picked " + why, Tone.DIM)));
    for (Json channel : session.at("channels").items()) {
      String name = channel.textOr("channel", "");
      lines.add(
          fact(
              "source %s%s"
                  .formatted(channel.textOr("source", ""), name.isEmpty() ? "" : " (" + name + ")"),
              channel.observedText("executed")));
    }
    lines.add(fact("own log", session.at("coordinates").observedText("ownLog")));
    Json gtids = session.at("coordinates").at("gtids");
    gtids.fields().keySet().forEach(name -> lines.add(fact(name, gtids.observedText(name))));
    return lines;
  }

  private static Line fact(String name, Observed<String> value) {
    Line line = Line.of("  " + name + ": ", Tone.DIM);
    return switch (value) {
      case Observed.Known<String>(String known) -> line.plus(known);
      case Observed.Absent<String>(String why) -> line.plus("none (" + why + ")", Tone.DIM);
      case Observed.Unknown<String>(String why) -> line.plus("unknown (" + why + ")", Tone.WARN);
    };
  }
}
