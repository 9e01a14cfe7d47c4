package io.tutti.cli.render;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.BinlogReadingView.ProgressView;
import java.util.Locale;

/** The controller's readings of binlogs, for people. */
public final class ReadingPage {
  private ReadingPage() {}

  /** A line for each. */
  public static Listing<BinlogReadingView> list() {
    return Listing.<BinlogReadingView>orElse("The controller has read no binlogs since it started.")
        .text("ID", BinlogReadingView::id)
        .text("WHAT", reading -> name(reading.kind()))
        .text("INSTANCE", BinlogReadingView::instance)
        .column("STATE", reading -> Line.of(state(reading), tone(reading)))
        .text("BEGUN", reading -> Times.second(reading.begunAt()))
        .text("READ", reading -> ByteText.readable(reading.progress().bytes()))
        .wide("TRANSACTIONS", reading -> count(reading.progress().transactions()))
        .text("BY", BinlogReadingView::by);
  }

  /** {@code analysis}. */
  public static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** How far one is, as a sentence. */
  public static String sentence(ProgressView progress) {
    return "%s of at most %s read, %s transactions%s"
        .formatted(
            ByteText.readable(progress.bytes()),
            ByteText.readable(progress.bytesAtMost()),
            count(progress.transactions()),
            progress.log().map(log -> ", in " + log).orElse(""));
  }

  private static String state(BinlogReadingView reading) {
    return reading.state().name().toLowerCase(Locale.ROOT);
  }

  private static Tone tone(BinlogReadingView reading) {
    return switch (reading.state()) {
      case RUNNING -> Tone.STRONG;
      case SUCCEEDED -> Tone.GOOD;
      case FAILED -> Tone.BAD;
      case CANCELLED -> Tone.DIM;
    };
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
