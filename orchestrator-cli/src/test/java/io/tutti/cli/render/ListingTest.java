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
    return LETTERS.lines(List.of(letters), new Listing.Extent(wide, columns)).stream()
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
  void putsTheLastColumnOnLinesOfItsOwnWhereTheScreenHasTooFewColumns() {
    assertThat(lines(false, 28, "a")).hasSize(4);
    assertThat(lines(false, 29, "a")).hasSize(2);
    assertThat(lines(false, 28, "a", "b"))
        .containsExactly(
            "LETTER",
            "    SENTENCE",
            "a",
            "    This is the letter a.",
            "b",
            "    This is the letter b.");
    assertThat(lines(false, 20, "a"))
        .containsExactly("LETTER", "    SENTENCE", "a", "    This is the", "    letter a.");
  }

  @Test
  void putsAllColumnsThatDoNotFitOnLinesOfTheirOwn() {
    Table table =
        new Table()
            .titles("WHEN", "WHO", "WHAT", "WHERE", "WHY")
            .row(Line.of("yesterday"), Line.of("alice"), Line.of("fence"), Line.of("db1"))
            .row(
                Line.of("today"),
                Line.of("bob"),
                Line.of("skip"),
                Line.of("db2"),
                Line.of("it was in the way"));

    assertThat(table.lines(20).stream().map(Line::plain))
        .containsExactly(
            "WHEN       WHO",
            "    WHAT   WHERE",
            "    WHY",
            "yesterday  alice",
            "    fence  db1",
            "today      bob",
            "    skip   db2",
            "    it was in the",
            "    way");
    assertThat(table.lines(3).stream().map(Line::plain)).contains("yesterday", "    fence");
  }

  @Test
  void saysInASentenceThatThereIsNothing() {
    assertThat(lines(false, 5)).containsExactly("There is no letter.");
  }
}
