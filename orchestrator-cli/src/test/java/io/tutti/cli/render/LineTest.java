package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineTest {
  @Test
  void paintsOnlyWhatHasATone() {
    Line line = Line.of("a ").plus("b", Tone.BAD).plus("  ", Tone.WARN);

    assertThat(line.plain()).isEqualTo("a b");
    assertThat(line.painted()).isEqualTo("a \u001b[31mb\u001b[0m");
  }

  @Test
  void isFoldedBetweenWords() {
    Line line = Line.of("all of ").plus("it", Tone.BAD).plus(", at once, unstoppable");

    assertThat(line.folded(11).stream().map(Line::plain))
        .containsExactly("all of it,", "at once,", "unstoppable");
    assertThat(line.folded(9).stream().map(Line::plain))
        .containsExactly("all of it,", "at once,", "unstoppable");
    assertThat(line.folded(80)).singleElement().hasToString("all of it, at once, unstoppable");
    assertThat(Line.EMPTY.folded(80)).singleElement().hasToString("");
  }

  @Test
  void cutsAtTheEdgeOfTheScreen() {
    Line line = Line.of("abc").plus("def", Tone.BAD);

    assertThat(line.cut(6, Glyphs.UNICODE).plain()).isEqualTo("abcdef");
    assertThat(line.cut(5, Glyphs.UNICODE).plain()).isEqualTo("abcd…");
    assertThat(line.cut(5, Glyphs.ASCII).plain()).isEqualTo("ab...");
  }
}
