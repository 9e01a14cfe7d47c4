package io.tutti.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.cli.render.Glyphs;
import io.tutti.cli.render.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagerTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Screen screen(boolean terminal, Optional<Pager> pager) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Screen(stream, stream, terminal, false, Glyphs.ASCII, 20, 5, pager);
  }

  private Optional<Pager> keeping(Path file) {
    return Optional.of(new Pager("cat > " + file));
  }

  private static List<Line> lines(int count) {
    return Collections.nCopies(count, Line.of("a line"));
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void takesTheProgramOfTheFirstVariableThatIsSet() {
    assertThat(Pager.of(Map.of())).contains(new Pager("less"));
    assertThat(Pager.of(Map.of("PAGER", "more"))).contains(new Pager("more"));
    assertThat(Pager.of(Map.of("PAGER", "more", "TUTTI_PAGER", "less -S")))
        .contains(new Pager("less -S"));
    assertThat(Pager.of(Map.of("PAGER", "more", "TUTTI_PAGER", ""))).isEmpty();
    assertThat(Pager.of(Map.of("PAGER", "cat"))).isEmpty();
  }

  @Test
  void getsWhatIsLongerThanTheTerminal() throws IOException {
    Path file = folder.resolve("paged");

    screen(true, keeping(file)).page(lines(6));

    assertThat(Files.readString(file)).isEqualTo("a line\n".repeat(6));
    assertThat(printed()).isEmpty();
  }

  @Test
  void getsLongLinesThatTakeSeveralRows() {
    Path file = folder.resolve("paged");

    screen(true, keeping(file)).page(List.of(Line.of("x".repeat(99))));

    assertThat(file).exists();
  }

  @Test
  void isNotStartedForWhatFitsOrGoesElsewhere() {
    Path file = folder.resolve("paged");

    screen(true, keeping(file)).page(lines(4));
    screen(false, keeping(file)).page(lines(60));
    screen(true, keeping(file)).withoutPager().page(lines(60));

    assertThat(file).doesNotExist();
    assertThat(printed().lines()).hasSize(124);
  }

  @Test
  void isDoneWithoutWhereThereIsNoSuchProgram() {
    screen(true, Optional.of(new Pager("no-such-program-of-mine 2>/dev/null"))).page(lines(6));

    assertThat(printed().lines()).hasSize(6);
  }
}
