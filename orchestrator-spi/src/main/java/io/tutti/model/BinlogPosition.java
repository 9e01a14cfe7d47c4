package io.tutti.model;

/**
 * A byte offset in a binary or relay log, printed as {@code mysql-bin.000012:4711}.
 *
 * <p>Not {@code Comparable}: only positions with the same base name, {@code mysql-bin}, have an
 * order, and even then only on one server. Files are ordered by number and not as text, because
 * {@code mysql-bin.1000000} follows {@code mysql-bin.999999}.
 *
 * @param file a log file as the server names it, ending in a dot and its number. A server that
 *     reports no file yet has no position.
 * @param position offset in bytes, from 0
 */
public record BinlogPosition(String file, long position) {
  /** Before it is stopped the number that distinguishes a log from other files. */
  public static final long FIRST_EVENT = 4;

  /** Digits that a log number or an offset may have: more might not fit a long. */
  private static final int DIGITS_MAX = 18;

  /** How one position relates to another. */
  public enum Relation {
    BEFORE,
    SAME,
    AFTER,
    /** The base names differ: the positions are of different logs and have no order. */
    INCOMPARABLE;

    /** Known to be at the other position or before it; false for INCOMPARABLE. */
    public boolean isAtOrBefore() {
      return this == BEFORE || this == SAME;
    }

    /** Known to be at the other position or beyond it; false for INCOMPARABLE. */
    public boolean isAtOrAfter() {
      return this == AFTER || this == SAME;
    }
  }

  public BinlogPosition {
    if (!isNumbered(file)) {
      throw new IllegalArgumentException(
          "\"" + file + "\" is not a log file: expected a name, a dot and a number");
    }
    if (position < 0) {
      throw new IllegalArgumentException("log position " + position + " is negative");
    }
  }

  /** Where the first event of a log begins. */
  public static BinlogPosition firstOf(String file) {
    return new BinlogPosition(file, FIRST_EVENT);
  }

  /**
   * Reads {@code file:position}.
   *
   * @throws IllegalArgumentException when the text is not of that form
   */
  public static BinlogPosition parse(String text) {
    String trimmed = text.strip();
    int colon = trimmed.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a log position: expected one like mysql-bin.000012:4711");
    }
    String digits = trimmed.substring(colon + 1);
    if (!isDigits(digits)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a log position: expected a number after the last ':'");
    }
    return new BinlogPosition(trimmed.substring(0, colon), Long.parseLong(digits));
  }

  /** The file's number: 12 of {@code mysql-bin.000012}. */
  public long sequence() {
    return Long.parseLong(file.substring(file.lastIndexOf('.') + 1));
  }

  /** The file's name without its number: {@code mysql-bin} of {@code mysql-bin.000012}. */
  public String baseName() {
    return file.substring(0, file.lastIndexOf('.'));
  }

  /** How this position relates to {@code other}, both of one server. */
  public Relation relationTo(BinlogPosition other) {
    if (!baseName().equals(other.baseName())) {
      return Relation.INCOMPARABLE;
    }
    int order = Long.compare(sequence(), other.sequence());
    order = order != 0 ? order : Long.compare(position, other.position);
    if (order == 0) {
      return Relation.SAME;
    }
    return order < 0 ? Relation.BEFORE : Relation.AFTER;
  }

  private static boolean isNumbered(String file) {
    int dot = file.lastIndexOf('.');
    return dot > 0 && isDigits(file.substring(dot + 1));
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty()
        && text.length() <= DIGITS_MAX
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public String toString() {
    return file + ":" + position;
  }
}
