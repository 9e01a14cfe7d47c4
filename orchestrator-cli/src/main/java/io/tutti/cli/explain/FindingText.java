package io.tutti.cli.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The page of one code.
 *
 * @param markdown as it is in {@code docs/findings}
 */
public record FindingText(String code, String markdown) {
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\([^)]+\\)");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=\\.)\\s");

  /** What a finding of this code says, one sentence. */
  public String summary() {
    return SENTENCE_END.split(paragraphs().get(1).text(), 2)[0];
  }

  /** What begins a line of its own: a heading, a paragraph, an item of a list, a line of code. */
  public record Paragraph(Kind kind, String text) {}

  /** How a paragraph is shown. */
  public enum Kind {
    HEADING,
    TEXT,
    ITEM,
    CODE
  }

  /** The page in its paragraphs, without marks; the first is its heading. */
  public List<Paragraph> paragraphs() {
    List<Paragraph> paragraphs = new ArrayList<>();
    boolean isCode = false;
    boolean isOpen = false;
    for (String line : markdown.lines().toList()) {
      if (line.startsWith("```")) {
        isCode = !isCode;
        isOpen = false;
      } else if (isCode) {
        paragraphs.add(new Paragraph(Kind.CODE, line));
      } else if (line.isBlank()) {
        isOpen = false;
      } else if (isOpen && !startsParagraph(line)) {
        Paragraph last = paragraphs.removeLast();
        paragraphs.add(new Paragraph(last.kind(), last.text() + " " + plain(line.strip())));
      } else {
        paragraphs.add(begun(line));
        isOpen = true;
      }
    }
    return List.copyOf(paragraphs);
  }

  private static boolean startsParagraph(String line) {
    return line.startsWith("#") || line.startsWith("- ") || line.startsWith("|");
  }

  private static Paragraph begun(String line) {
    if (line.startsWith("#")) {
      return new Paragraph(Kind.HEADING, line.replaceFirst("#+ *", ""));
    }
    if (line.startsWith("|")) {
      return new Paragraph(Kind.CODE, plain(line));
    }
    return line.startsWith("- ")
        ? new Paragraph(Kind.ITEM, plain(line.substring(2)))
        : new Paragraph(Kind.TEXT, plain(line));
  }

  private static String plain(String text) {
    return LINK.matcher(text).replaceAll("$1");
  }

  /** Lines of at most that many columns; a word that is longer is alone. */
  public static List<String> wrapped(String text, int columnsMax) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" +")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > columnsMax) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
