package io.tutti.cli.session;

import io.tutti.cli.render.Glyphs;
import io.tutti.cli.render.Line;
import io.tutti.error.ShownText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is written to, and what it can show.
 *
 * @param out standard output
 * @param err standard error, for what is not the answer
 * @param terminal whether {@code out} is a terminal, on which lines can be drawn again
 * @param colour whether tones become colours
 * @param columns how wide it is
 * @param rows how high it is
 * @param pager shows what is longer than the terminal
 */
public record Screen(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    boolean colour,
    Glyphs glyphs,
    int columns,
    int rows,
    Optional<Pager> pager) {

  /** What lines on a pipe or in a file are laid out for. */
  private static final int COLUMNS_WITHOUT_TERMINAL = 120;

  private static final int ROWS_WITHOUT_TERMINAL = 40;

  /** A screen whose long texts are printed whole. */
  public Screen(
      PrintStream out,
      PrintStream err,
      boolean terminal,
      boolean colour,
      Glyphs glyphs,
      int columns,
      int rows) {
    this(out, err, terminal, colour, glyphs, columns, rows, Optional.empty());
  }

  /**
   * The screen of this process. The launcher shows what the JDK cannot know: whether standard
   * output is a terminal, and how large.
   */
  public static Screen ofProcess(Map<String, String> environment) {
    boolean terminal =
        Boolean.getBoolean("tutti.terminal") && !"dumb".equals(environment.get("TERM"));
    Screen files =
        ofFiles(
            environment,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err));
    return new Screen(
        files.out(),
        files.err(),
        terminal,
        terminal && environment.getOrDefault("NO_COLOR", "").isEmpty(),
        files.glyphs(),
        size("tutti.columns", COLUMNS_WITHOUT_TERMINAL),
        size("tutti.rows", ROWS_WITHOUT_TERMINAL),
        terminal ? Pager.of(environment) : Optional.empty());
  }

  /** No terminal: text is laid out for a file, in the charset of the environment's locale. */
  public static Screen ofFiles(
      Map<String, String> environment, OutputStream out, OutputStream err) {
    boolean utf8 = speaksUtf8(environment);
    Charset charset = utf8 ? StandardCharsets.UTF_8 : Charset.defaultCharset();
    return new Screen(
        new PrintStream(out, true, charset),
        new PrintStream(err, true, charset),
        false,
        false,
        utf8 ? Glyphs.UNICODE : Glyphs.ASCII,
        COLUMNS_WITHOUT_TERMINAL,
        ROWS_WITHOUT_TERMINAL);
  }

  /** Terminals of containers and of some build servers say that they have no rows and columns. */
  private static int size(String property, int otherwise) {
    int said = Integer.getInteger(property, otherwise);
    return said > 0 ? said : otherwise;
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
    return new Screen(out, err, terminal, false, glyphs, columns, rows, pager);
  }

  public Screen withoutPager() {
    return new Screen(out, err, terminal, colour, glyphs, columns, rows, Optional.empty());
  }

  /** Prints lines, page by page where they are more than the terminal shows at once. */
  public void page(List<Line> lines) {
    long height = lines.stream().mapToLong(line -> rowsOf(line.width())).sum();
    if (isTooHigh(height)) {
      String text =
          lines.stream()
              .map(line -> (colour ? line.painted() : line.plain()) + "\n")
              .collect(Collectors.joining());
      if (pager.orElseThrow().show(text)) {
        return;
      }
    }
    print(lines);
  }

  /** The same for a text that is laid out. */
  public void page(String text) {
    long height = text.lines().mapToLong(line -> rowsOf(line.length())).sum();
    if (!isTooHigh(height) || !pager.orElseThrow().show(text)) {
      out.print(text);
      out.flush();
    }
  }

  private boolean isTooHigh(long height) {
    return terminal && pager.isPresent() && height >= rows;
  }

  private int rowsOf(int width) {
    return Math.max(1, Math.ceilDiv(width, columns));
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
  public void printDocument(String document) {
    byte[] bytes = (document.stripTrailing() + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    out.flush();
  }
}
