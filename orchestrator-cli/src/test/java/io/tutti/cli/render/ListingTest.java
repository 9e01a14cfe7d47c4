package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListingTest {
  private static final Listing<String> LETTERS =
      Listing.<String>orElse("There is no letter.")
          .text("LETTER", letter -> letter)
          .wide("TWICE", letter -> letter + letter)
          .text("SENTENCE", "This is the letter %s."::formatted);

  private static List<String> lines(boolean wide, int columns, String... letters) {
    return LETTERS
        .lines(List.of(letters), new Listing.Extent(wide, columns, Glyphs.UNICODE))
        .stream()
        .map(Line::plain)
        .toList();
  }

  @Test
  void leavesOutColumnsForWhoWantsAllOfThem() {
    assertThat(lines(false, 80, "a"))
        .containsExactly("LETTER  SENTENCE", "a       This is the letter a.");
    assertThat(lines(true, 80, "a"))
        .containsExactly("LETTER  TWICE  SENTENCE", "a       aa     This is the letter a.");
  }

  @Test
  void fitsLinesIntoTheScreen() {
    assertThat(lines(false, 20, "a", "b"))
        .containsExactly("LETTER  SENTENCE", "a       This is the…", "b       This is the…");
  }

  @Test
  void saysInASentenceThatThereIsNothing() {
    assertThat(lines(false, 5)).containsExactly("There is no letter.");
  }
}
