package io.tutti.cli.session;

import io.tutti.cli.render.Glyphs;
import io.tutti.cli.render.Line;
import io.tutti.error.ShownText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is written to, and what it can show.
 *
 * @param out standard output
 * @param err standard error, for what is not the answer
 * @param terminal whether {@code out} is a terminal, on which lines can be drawn again
 * @param colour whether tones become colours
 * @param columns how wide it is
 * @param rows how high it is
 */
public record Screen(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    boolean colour,
    Glyphs glyphs,
    int columns,
    int rows) {

  /** What lines on a pipe or in a file are laid out for. */
  private static final int COLUMNS_WITHOUT_TERMINAL = 120;

  private static final int ROWS_WITHOUT_TERMINAL = 40;

  /**
   * The screen of this process. The launcher shows what the JDK cannot know: whether standard
   * output is a terminal, and how large.
   */
  public static Screen ofProcess(Map<String, String> environment) {
    boolean terminal = Boolean.getBoolean("tutti.terminal");
    boolean utf8 = speaksUtf8(environment);
    Charset charset = utf8 ? StandardCharsets.UTF_8 : Charset.defaultCharset();
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new Screen(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, charset),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset),
        terminal && !dumb,
        terminal && !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty(),
        utf8 ? Glyphs.UNICODE : Glyphs.ASCII,
        Integer.getInteger("tutti.columns", COLUMNS_WITHOUT_TERMINAL),
        Integer.getInteger("tutti.rows", ROWS_WITHOUT_TERMINAL));
  }

  /** By the variables that set the locale, the strongest first. */
  private static boolean speaksUtf8(Map<String, String> environment) {
    for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
      String value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        String upper = value.toUpperCase(Locale.ROOT);
        return upper.contains("UTF-8") || upper.contains("UTF8");
      }
    }
    return false;
  }

  public Screen withoutColour() {
    return new Screen(out, err, terminal, false, glyphs, columns, rows);
  }

  public void print(Line line) {
    out.println(colour ? line.painted() : line.plain());
  }

  public void print(List<Line> lines) {
    lines.forEach(this::print);
  }

  public void print(String text) {
    out.println(ShownText.of(text));
  }

  /** Prints a document in UTF-8, whatever the terminal speaks. */
  public void printJson(String document) {
    byte[] bytes = (document.stripTrailing() + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    out.flush();
  }
}
