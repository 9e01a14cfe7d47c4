package io.tutti.rest;

/** What somebody sent, as it is repeated to them: short, and without control signs. */
final class Shown {
  private static final int CHARACTERS_MAX = 100;

  private Shown() {}

  static String of(String text) {
    String start = text.length() > CHARACTERS_MAX ? text.substring(0, CHARACTERS_MAX) + "…" : text;
    return start.replaceAll("\\p{Cntrl}", "?");
  }
}
