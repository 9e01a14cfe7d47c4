package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parallel settings of an instance, for people. */
public final class ParallelismPage {
  private ParallelismPage() {}

  /**
   * @param isLong with range, meaning and manual page of each knob
   */
  public static List<Line> of(Json answer, boolean isLong) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(answer.textOr("address", ""), Tone.STRONG)
            .plus("  " + answer.textOr("flavor", "") + " " + answer.textOr("version", "")));
    Table table = new Table().titles("KNOB", "VALUE", "DEFAULT", "PERSISTED", "DESIRED", "BEFORE");
    for (Json knob : answer.at("knobs").items()) {
      table.row(row(knob));
    }
    lines.addAll(table.lines());
    for (Json channel : answer.at("channels").items()) {
      String name = channel.textOr("channel", "");
      String gaps = channel.textOr("gaps", "");
      lines.add(
          Line.of("gaps" + (name.isEmpty() ? "" : " of channel " + name) + ": ", Tone.DIM)
              .plus(gaps, gaps.equals("unknown") ? Tone.BAD : Tone.GOOD)
              .plus(" (" + channel.textOr("why", "") + ")", Tone.DIM));
    }
    List<String> options = answer.texts("optionLines");
    if (!options.isEmpty()) {
      lines.add(Line.of("The option file needs this, so that a restart keeps what is desired:"));
      lines.add(Line.of("  [mysqld]"));
      options.forEach(option -> lines.add(Line.of("  " + option)));
    }
    lines.addAll(findings(answer));
    if (isLong) {
      answer.at("knobs").items().forEach(knob -> lines.addAll(meaning(knob)));
    }
    return lines;
  }

  private static List<Line> row(Json knob) {
    boolean drifted = knob.at("drifted").flag().orElse(false);
    boolean isDefault = knob.at("isDefault").flag().orElse(false);
    String channel = knob.text("channel").map(name -> "@" + name).orElse("");
    String value = fact(knob.at("value"));
    Tone tone = drifted ? Tone.BAD : isDefault ? Tone.DIM : Tone.STRONG;
    return List.of(
        Line.of(knob.textOr("serverName", "") + channel),
        Line.of(value, tone),
        Line.of(knob.textOr("defaultValue", ""), Tone.DIM),
        Line.of(knob.at("persisted").text("value").orElse("")),
        Line.of(
            knob.textOr("desired", "") + (drifted ? " (differs)" : ""),
            drifted ? Tone.BAD : Tone.PLAIN),
        Line.of(knob.textOr("original", ""), Tone.DIM));
  }

  private static String fact(Json fact) {
    return fact.text("value")
        .or(() -> fact.text("unknown").map(why -> "unknown"))
        .or(() -> fact.text("absent").map(why -> "absent"))
        .orElse("");
  }

  private static List<Line> findings(Json answer) {
    List<Line> lines = new ArrayList<>();
    for (Json finding : answer.at("findings").items()) {
      lines.add(
          Line.of(finding.textOr("code", ""), Tone.ofSeverity(finding.textOr("severity", "")))
              .plus("  " + finding.textOr("evidence", "")));
      Optional.of(finding.texts("remedies"))
          .filter(remedies -> !remedies.isEmpty())
          .ifPresent(
              remedies -> remedies.forEach(remedy -> lines.add(Line.of("  remedy: " + remedy))));
    }
    return lines;
  }

  private static List<Line> meaning(Json knob) {
    return List.of(
        Line.EMPTY,
        Line.of(knob.textOr("serverName", ""), Tone.STRONG),
        Line.of("  " + knob.textOr("description", "")),
        Line.of("  " + knob.textOr("range", "") + "; applied " + knob.textOr("applies", "")),
        Line.of("  " + knob.textOr("manual", ""), Tone.DIM));
  }
}
