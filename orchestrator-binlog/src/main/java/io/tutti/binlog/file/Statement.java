package io.tutti.binlog.file;

import java.nio.ByteBuffer;

/** What a statement in a log does, by its first words. */
enum Statement {
  BEGIN,
  /** Ends what was begun. */
  END,
  /** Begins what is ended by its preparation. */
  XA_START,
  /** Within a transaction, without a change: a savepoint, a comment. */
  NOTHING,
  /** Changes rows. */
  CHANGE,
  /** Changes something else. */
  DDL;

  private static final int WORD_BYTES_MAX = 20;

  /**
   * @param end behind its last byte that is there
   */
  static Statement of(ByteBuffer window, int from, int end) {
    if (end - from == 5 && isBegin(window, from)) {
      return BEGIN;
    }
    int at = afterComments(window, from, end);
    String first = word(window, at, end);
    return switch (first) {
      case "" -> NOTHING;
      case "BEGIN", "START" -> BEGIN;
      case "COMMIT", "ROLLBACK" -> isToSavepoint(window, at + first.length(), end) ? NOTHING : END;
      case "SAVEPOINT", "RELEASE" -> NOTHING;
      case "XA" -> ofXa(word(window, blanks(window, at + first.length(), end), end));
      case "INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "WITH", "SELECT", "DO", "CALL" ->
          CHANGE;
      default -> DDL;
    };
  }

  private static Statement ofXa(String second) {
    return switch (second) {
      case "START", "BEGIN" -> XA_START;
      case "COMMIT", "ROLLBACK" -> END;
      default -> NOTHING;
    };
  }

  /** {@code ALTER TABLE}, and no more, as the rest may be secret. */
  static String verb(ByteBuffer window, int from, int end) {
    int at = afterComments(window, from, end);
    String first = word(window, at, end);
    String second = word(window, blanks(window, at + first.length(), end), end);
    return second.isEmpty() ? first : first + " " + second;
  }

  private static boolean isBegin(ByteBuffer window, int from) {
    return window.get(from) == 'B' && window.get(from + 1) == 'E' && window.get(from + 4) == 'N';
  }

  private static boolean isToSavepoint(ByteBuffer window, int from, int end) {
    return word(window, blanks(window, from, end), end).equals("TO");
  }

  private static String word(ByteBuffer window, int from, int end) {
    StringBuilder word = new StringBuilder();
    for (int i = from; i < end && word.length() < WORD_BYTES_MAX; i++) {
      int letter = window.get(i) & ~0x20;
      if (letter < 'A' || letter > 'Z') {
        break;
      }
      word.append((char) letter);
    }
    return word.toString();
  }

  private static int blanks(ByteBuffer window, int from, int end) {
    int at = from;
    while (at < end && window.get(at) >= 0 && window.get(at) <= ' ') {
      at++;
    }
    return at;
  }

  private static int afterComments(ByteBuffer window, int from, int end) {
    int at = blanks(window, from, end);
    while (at < end) {
      int after = afterComment(window, at, end);
      if (after == at) {
        return at;
      }
      at = blanks(window, after, end);
    }
    return at;
  }

  private static int afterComment(ByteBuffer window, int at, int end) {
    int first = window.get(at);
    int second = at + 1 < end ? window.get(at + 1) : 0;
    if (first == '#' || first == '-' && second == '-') {
      return find(window, at, end, '\n', '\n') + 1;
    }
    if (first == '(' || first == ';') {
      return at + 1;
    }
    if (first != '/' || second != '*') {
      return at;
    }
    if (at + 2 < end && window.get(at + 2) == '!') {
      return afterVersion(window, at + 3, end);
    }
    return find(window, at + 2, end, '*', '/') + 2;
  }

  /** What servers of some releases run although it is in a comment. */
  private static int afterVersion(ByteBuffer window, int from, int end) {
    int at = from;
    while (at < end && window.get(at) >= '0' && window.get(at) <= '9') {
      at++;
    }
    return at;
  }

  /** Where these bytes are, of which the first may be the second; the end where they are not. */
  private static int find(ByteBuffer window, int from, int end, char first, char second) {
    for (int i = from; i < end; i++) {
      boolean isOne = first == second;
      if (window.get(i) == first && (isOne || i + 1 < end && window.get(i + 1) == second)) {
        return i;
      }
    }
    return end;
  }
}
