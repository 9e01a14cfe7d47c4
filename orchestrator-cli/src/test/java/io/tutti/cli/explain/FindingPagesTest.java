package io.tutti.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.cli.explain.FindingText.Kind;
import io.tutti.cli.explain.FindingText.Paragraph;
import io.tutti.cli.render.ExplainPage;
import io.tutti.cli.render.Line;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingPagesTest {
  private final FindingPages pages = FindingPages.in(Path.of("../docs/findings"));

  @Test
  void everyPageSaysInOneSentenceWhatItIsAbout() {
    assertThat(pages.all()).hasSizeGreaterThan(60);
    assertThat(pages.all())
        .allSatisfy(page ->
            assertThat(page.summary()).as(page.code()).hasSizeBetween(15, 400).endsWith("."));
  }

  @Test
  void aCodeIsFoundHoweverItIsWritten() {
    assertThat(pages.find("replica-lagging")).map(FindingText::code).contains("REPLICA_LAGGING");
    assertThat(pages.find("Replica_Lagging")).isPresent();
    assertThat(pages.find("REPLICA")).isEmpty();
  }

  @Test
  void linesThatBelongTogetherAreOneParagraphAndLinksAreTheirWords() {
    FindingText page =
        new FindingText(
            "X",
            """
            # X

            A sentence that
            goes on, see [grants.md](../grants.md).

            ## What to do

            - One
              thing.
            - Another.

            ```
            SET x = 1;
            ```
            """);

    assertThat(page.paragraphs())
        .containsExactly(
            new Paragraph(Kind.HEADING, "X"),
            new Paragraph(Kind.TEXT, "A sentence that goes on, see grants.md."),
            new Paragraph(Kind.HEADING, "What to do"),
            new Paragraph(Kind.ITEM, "One thing."),
            new Paragraph(Kind.ITEM, "Another."),
            new Paragraph(Kind.CODE, "SET x = 1;"));
    assertThat(ExplainPage.of(page, 30))
        .extracting(Line::plain)
        .containsExactly(
            "X",
            "  A sentence that goes on, see",
            "  grants.md.",
            "",
            "What to do",
            "  - One thing.",
            "  - Another.",
            "",
            "    SET x = 1;");
  }

  @Test
  void noLineOfAPageIsWiderThanTheTerminal() {
    assertThat(pages.all())
        .flatExtracting(page -> ExplainPage.of(page, 80).stream().map(Line::plain).toList())
        .filteredOn(line -> !line.startsWith("    "))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void wordsAreNeverCut() {
    assertThat(FindingText.wrapped("one threethree two", 8))
        .isEqualTo(List.of("one", "threethree", "two"));
  }
}
