package io.tutti.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What can be done about something: a sentence for people, in which what Tutti itself can do is is
 * there as a value. Who shows it says how that is asked for.
 */
public record Remedy(List<Piece> pieces) {
  private static final String PLACE = "%s";

  /** A part of the sentence. */
  public sealed interface Piece permits Text, Act {}

  /** Something that a person reads, and does on a server or elsewhere. */
  public record Text(String text) implements Piece {
    @Override
    public String toString() {
      return text;
    }
  }

  public Remedy {
    pieces = List.copyOf(pieces);
  }

  /** Something that a person does, in words. */
  public static Remedy advice(String sentence) {
    return new Remedy(List.of(new Text(sentence)));
  }

  /** Nothing but what Tutti can do. */
  public static Remedy of(Act act) {
    return new Remedy(List.of(act));
  }

  /**
   * @param format a sentence with a {@code %s} for each part
   * @param parts an {@link Act} stays one, of anything else is there how it prints
   */
  public static Remedy of(String format, Object... parts) {
    String[] texts = format.split(PLACE, -1);
    if (texts.length != parts.length + 1) {
      throw new IllegalArgumentException(
          "%d parts for \"%s\"".formatted(parts.length, format.replace("%", "%%")));
    }
    List<Piece> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder(texts[0]);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] instanceof Act act) {
        addText(pieces, text);
        pieces.add(act);
      } else {
        text.append(parts[i]);
      }
      text.append(texts[i + 1]);
    }
    addText(pieces, text);
    return new Remedy(pieces);
  }

  private static void addText(List<Piece> pieces, StringBuilder text) {
    if (!text.isEmpty()) {
      pieces.add(new Text(text.toString()));
      text.setLength(0);
    }
  }

  /** What of it Tutti can do. */
  public List<Act> acts() {
    return pieces.stream().filter(Act.class::isInstance).map(Act.class::cast).toList();
  }

  /** The whole sentence. */
  public String said(Function<Act, String> how) {
    return pieces.stream()
        .map(piece ->
            switch (piece) {
              case Text(String text) -> text;
              case Act act -> how.apply(act);
            })
        .collect(Collectors.joining());
  }

  /** Made fit to be shown, see {@link ShownText}. */
  Remedy shown() {
    return new Remedy(
        pieces.stream()
            .map(piece ->
                switch (piece) {
                  case Text(String text) -> (Piece) new Text(ShownText.of(text));
                  case Act act -> act.shown();
                })
            .toList());
  }

  /** The sentence, with acts in words: for logs. */
  @Override
  public String toString() {
    return said(Act::toString);
  }
}
