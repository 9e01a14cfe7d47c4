package io.tutti.gtid;

/** A reading position in a GTID text, whose complaints name the offset and what was expected. */
final class TextCursor {

  /** Characters of the offending text that are quoted in a message. */
  private static final int EXCERPT_LENGTH_MAX = 24;

  private final String kind;
  private final String text;
  private int offset;

  TextCursor(String kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  boolean isAtEnd() {
    return offset >= text.length();
  }

  /** The current character, or NUL at the end (which no GTID text contains). */
  char peek() {
    return isAtEnd() ? '\0' : text.charAt(offset);
  }

  int offset() {
    return offset;
  }

  String text() {
    return text;
  }

  void advance() {
    offset++;
  }

  void skipBlanks() {
    while (!isAtEnd() && isBlank(text.charAt(offset))) {
      offset++;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  boolean accept(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    offset++;
    return true;
  }

  void expect(char wanted, String where) {
    if (!accept(wanted)) {
      throw expected("'" + wanted + "' " + where, offset);
    }
  }

  void expectEnd() {
    skipBlanks();
    if (!isAtEnd()) {
      throw expected("the end of the text", offset);
    }
  }

  /** Reads a decimal number within the bounds, both inclusive. */
  long number(String what, long min, long max) {
    int start = offset;
    long value = 0;
    while (peek() >= '0' && peek() <= '9') {
      int digit = peek() - '0';
      if (value > (max - digit) / 10) {
        throw expected(what + " within " + min + " to " + max, start);
      }
      value = value * 10 + digit;
      offset++;
    }
    if (offset == start || value < min) {
      throw expected(what + " within " + min + " to " + max, start);
    }
    return value;
  }

  /** Reads exactly this many hexadecimal digits, in either case. */
  long hex(int digits) {
    long value = 0;
    for (int i = 0; i < digits; i++) {
      char c = peek();
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw expected("a hexadecimal digit of a UUID", offset);
      }
      value = value << 4 | digit;
      offset++;
    }
    return value;
  }

  IllegalArgumentException expected(String what, int at) {
    String found =
        at >= text.length()
            ? "the end"
            : "\"" + text.substring(at, Math.min(text.length(), at + EXCERPT_LENGTH_MAX)) + "\"";
    return new IllegalArgumentException(
        "not a " + kind + ": expected " + what + " at offset " + at + ", found " + found);
  }
}
