package io.tutti.cli.render;

import io.tutti.error.ShownText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A line of text of which each piece has a tone. */
public record Line(List<Span> spans) {
  public static final Line EMPTY = new Line(List.of());

  /** A piece of a line. */
  public record Span(String text, Tone tone) {
    static final Span EMPTY = new Span("", Tone.PLAIN);

    public Span {
      text = ShownText.of(text);
    }

    int width() {
      return text.codePointCount(0, text.length());
    }
  }

  public Line {
    spans = List.copyOf(spans);
  }

  public static Line of(String text) {
    return of(text, Tone.PLAIN);
  }

  public static Line of(String text, Tone tone) {
    return new Line(List.of(new Span(text, tone)));
  }

  public Line plus(String text, Tone tone) {
    List<Span> more = new ArrayList<>(spans);
    more.add(new Span(text, tone));
    return new Line(more);
  }

  public Line plus(String text) {
    return plus(text, Tone.PLAIN);
  }

  public Line plus(Line other) {
    List<Span> more = new ArrayList<>(spans);
    more.addAll(other.spans);
    return new Line(more);
  }

  /** How many columns it takes. */
  public int width() {
    return spans.stream().mapToInt(Span::width).sum();
  }

  /** The text alone. */
  public String plain() {
    return spans.stream().map(Span::text).collect(Collectors.joining()).stripTrailing();
  }

  /** The text with a terminal's codes. */
  public String painted() {
    return spans.stream()
        .map(span -> span.tone().paint(span.text()))
        .collect(Collectors.joining())
        .stripTrailing();
  }

  /** Lines of at most that many columns, broken between words; a longer word stands alone. */
  public List<Line> folded(int columns) {
    List<Line> lines = new ArrayList<>();
    Line line = EMPTY;
    boolean isBetweenWords = false;
    for (Span span : spans) {
      for (String word : span.text().split("(?<= )(?! )")) {
        if (isBetweenWords && line.width() + word.stripTrailing().length() > columns) {
          lines.add(line);
          line = EMPTY;
        }
        line = line.plus(word, span.tone());
        isBetweenWords = word.endsWith(" ");
      }
    }
    lines.add(line);
    return lines;
  }

  /** The line, cut off so that it takes no more than that many columns. */
  public Line cut(int columns, Glyphs glyphs) {
    if (width() <= columns) {
      return this;
    }
    int left = Math.max(0, columns - glyphs.ellipsis().length());
    List<Span> kept = new ArrayList<>();
    for (Span span : spans) {
      int taken = Math.min(left, span.width());
      kept.add(
          new Span(
              span.text().substring(0, span.text().offsetByCodePoints(0, taken)), span.tone()));
      left -= taken;
    }
    return new Line(kept).plus(glyphs.ellipsis(), Tone.DIM);
  }

  @Override
  public String toString() {
    return plain();
  }
}
