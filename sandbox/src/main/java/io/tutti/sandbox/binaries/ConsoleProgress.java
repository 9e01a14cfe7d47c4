package io.tutti.sandbox.binaries;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows downloads on a stream: a bar that is redrawn on a terminal, else one plain line per tenth.
 */
public final class ConsoleProgress implements DownloadListener {

  private static final int BAR_CELLS = 30;
  private static final long MEGABYTE_BYTES = 1_000_000;

  /** Bytes between two plain lines when the size is not known. */
  private static final long LINE_EVERY_BYTES = 20 * MEGABYTE_BYTES;

  private final PrintStream out;
  private final boolean onTerminal;
  private long lastShown = -1;

  /**
   * @param out where to write
   * @param onTerminal whether {@code out} understands a carriage return as "same line again"
   */
  public ConsoleProgress(PrintStream out, boolean onTerminal) {
    this.out = out;
    this.onTerminal = onTerminal;
  }

  /** Writes to standard error, as a bar when this process has a terminal. */
  public static ConsoleProgress onStandardError() {
    return new ConsoleProgress(
        System.err, System.console() != null && System.console().isTerminal());
  }

  @Override
  public void started(String name, long bytesPresent, long bytesTotal) {
    lastShown = -1;
    if (!onTerminal) {
      String resumed =
          bytesPresent > 0 ? ", of which %s are here".formatted(size(bytesPresent)) : "";
      out.printf("Fetching %s (%s%s)%n", name, bytesTotal < 0 ? "?" : size(bytesTotal), resumed);
    }
  }

  @Override
  public void progressed(String name, long bytesPresent, long bytesTotal) {
    long step =
        bytesTotal <= 0
            ? bytesPresent / LINE_EVERY_BYTES
            : bytesPresent * (onTerminal ? 200 : 10) / bytesTotal;
    if (step == lastShown) {
      return;
    }
    lastShown = step;
    if (!onTerminal) {
      out.printf("  %s of %s%n", size(bytesPresent), bytesTotal < 0 ? "?" : size(bytesTotal));
    } else if (bytesTotal > 0) {
      int full = (int) (bytesPresent * BAR_CELLS / bytesTotal);
      out.printf(
          "\r%s [%s%s] %s of %s ",
          name,
          "#".repeat(full),
          " ".repeat(BAR_CELLS - full),
          size(bytesPresent),
          size(bytesTotal));
      out.flush();
    }
  }

  @Override
  public void finished(String name, long bytesTotal) {
    out.printf("%sFetched %s (%s)%n", onTerminal ? "\r\u001b[K" : "", name, size(bytesTotal));
  }

  @Override
  public void note(String sentence) {
    out.println(sentence);
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", (double) bytes / MEGABYTE_BYTES);
  }
}
