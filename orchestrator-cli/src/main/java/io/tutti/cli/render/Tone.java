package io.tutti.cli.render;

/** What a piece of text says about the thing it names; becomes a colour where there are any. */
public enum Tone {
  PLAIN(""),
  DIM("\u001b[2m"),
  STRONG("\u001b[1m"),
  GOOD("\u001b[32m"),
  WARN("\u001b[33m"),
  BAD("\u001b[31m");

  private static final String RESET = "\u001b[0m";

  private final String start;

  Tone(String start) {
    this.start = start;
  }

  /** The text between the terminal's codes for this tone. */
  String paint(String text) {
    return start.isEmpty() || text.isBlank() ? text : start + text + RESET;
  }

  /** The tone of a severity as the controller names it. */
  public static Tone ofSeverity(String severity) {
    return switch (severity) {
      case "CRITICAL" -> BAD;
      case "WARNING" -> WARN;
      default -> DIM;
    };
  }
}
