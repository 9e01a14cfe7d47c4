package io.tutti.cli.render;

import io.tutti.cli.explain.FindingText;
import io.tutti.cli.explain.FindingText.Kind;
import io.tutti.cli.explain.FindingText.Paragraph;
import java.util.ArrayList;
import java.util.List;

/** The page of a finding on a terminal. */
public final class ExplainPage {
  /** Longer lines are hard to read, however wide the terminal is. */
  private static final int COLUMNS_MAX = 100;

  private static final String INDENT = "  ";

  private ExplainPage() {}

  public static List<Line> of(FindingText page, int columns) {
    List<Line> lines = new ArrayList<>();
    Kind before = Kind.HEADING;
    for (Paragraph paragraph : page.paragraphs()) {
      boolean belongsTogether =
          paragraph.kind() == before && before != Kind.TEXT || lines.size() == 1;
      if (!lines.isEmpty() && !belongsTogether && before != Kind.HEADING
          || paragraph.kind() == Kind.HEADING && !lines.isEmpty()) {
        lines.add(Line.EMPTY);
      }
      lines.addAll(shown(paragraph, Math.min(columns, COLUMNS_MAX)));
      before = paragraph.kind();
    }
    return lines;
  }

  private static List<Line> shown(Paragraph paragraph, int columns) {
    return switch (paragraph.kind()) {
      case HEADING -> List.of(Line.of(paragraph.text(), Tone.STRONG));
      case CODE -> List.of(Line.of(INDENT + INDENT + paragraph.text()));
      case TEXT -> wrapped(paragraph.text(), columns, INDENT);
      case ITEM -> wrapped(paragraph.text(), columns, INDENT + "- ");
    };
  }

  private static List<Line> wrapped(String text, int columns, String label) {
    List<Line> lines = new ArrayList<>();
    for (String line : FindingText.wrapped(text, columns - label.length())) {
      lines.add(Line.of((lines.isEmpty() ? label : " ".repeat(label.length())) + line));
    }
    return lines;
  }

  /** All codes, each with a sentence. */
  public static List<Line> list(List<FindingText> pages) {
    Table table = new Table();
    pages.forEach(page -> table.row(Line.of(page.code(), Tone.STRONG), Line.of(page.summary())));
    return table.lines();
  }
}
