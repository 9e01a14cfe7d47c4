package io.tutti.cli.render;

import io.tutti.api.BackupView;
import io.tutti.api.BackupView.AttachmentView;
import io.tutti.api.BackupView.HeldView;
import io.tutti.api.BackupView.ToolView;
import io.tutti.api.BackupView.UnwantedView;
import io.tutti.cli.view.Facts;
import io.tutti.model.Observed;
import java.util.ArrayList;
import java.util.List;

/** Backup sessions, for people. */
public final class BackupPage {
  private BackupPage() {}

  /**
   * @param answer of {@code GET /instances/{i}/backups}
   */
  public static List<Line> list(BackupView.Sessions answer) {
    List<BackupView> sessions = answer.items();
    if (sessions.isEmpty()) {
      return List.of(Line.of(answer.address() + " had no backup session yet."));
    }
    List<Line> lines = new ArrayList<>();
    for (BackupView session : sessions) {
      lines.addAll(head(session));
    }
    return lines;
  }

  /** One session with all that is needed to copy the replica and to attach the copy. */
  public static List<Line> session(BackupView session) {
    List<Line> lines = new ArrayList<>(head(session));
    for (AttachmentView way : session.attachments()) {
      lines.add(
          Line.of("attach a copy by ", Tone.DIM)
              .plus(way.by(), Tone.STRONG)
              .plus(" below " + way.source())
              .plus("  " + way.when(), Tone.DIM));
      way.statements().forEach(sql -> lines.add(Line.of("  " + sql + ";")));
    }
    for (ToolView tool : session.tools()) {
      lines.add(Line.of(tool.name(), Tone.STRONG).plus("  " + tool.command()));
      lines.add(Line.of("  " + tool.why(), Tone.DIM));
      for (UnwantedView option : tool.leaveOut()) {
        lines.add(Line.of("  without " + option.option()).plus(": " + option.why(), Tone.DIM));
      }
    }
    lines.add(Line.of("end it: tutti backup end " + session.instance()));
    return lines;
  }

  private static List<Line> head(BackupView session) {
    List<Line> lines = new ArrayList<>();
    boolean open = session.open();
    lines.add(
        Line.of("session " + session.id(), Tone.STRONG)
            .plus(" of " + session.instance())
            .plus(
                open
                    ? "  open, ends by itself at " + Times.second(session.expiresAt())
                    : "  ended at " + session.endedAt().map(Times::second).orElse(""),
                open ? Tone.GOOD : Tone.DIM));
    session.broken().ifPresent(why -> lines.add(Line.of("  BROKEN: " + why, Tone.BAD)));
    session.because().ifPresent(why -> lines.add(Line.of("  picked " + why, Tone.DIM)));
    for (HeldView channel : session.channels()) {
      String name = channel.channel();
      lines.add(
          fact(
              "source %s%s".formatted(channel.source(), name.isEmpty() ? "" : " (" + name + ")"),
              Facts.observed(channel.executed())));
    }
    lines.add(fact("own log", Facts.observed(session.coordinates().ownLog())));
    session
        .coordinates()
        .gtids()
        .forEach((name, value) -> lines.add(fact(name, Facts.observed(value))));
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
