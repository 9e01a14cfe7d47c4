package io.tutti.gtid;

import java.util.Locale;
import java.util.UUID;

/**
 * Reads MySQL's GTID spelling in one pass, without regular expressions or substrings: a set is read
 * on every poll of every server and may hold tens of thousands of UUIDs.
 *
 * <pre>
 * set      = [ group ] { "," [ group ] }
 * group    = uuid ":" [ tag ":" ] interval { ":" [ tag ":" ] interval }
 * interval = number [ "-" number ]
 * </pre>
 *
 * Blanks and line breaks may be between any two tokens. A tag holds for the intervals after it, up
 * to the next tag.
 */
final class MySqlGtidParser {

  /** Length of the shortest group, {@code uuid:1,}: an upper bound for the number of groups. */
  private static final int GROUP_LENGTH_MIN = 39;

  private final TextCursor cursor;
  private long uuidHigh;
  private long uuidLow;
  private String lastTag = "";

  MySqlGtidParser(String kind, String text) {
    this.cursor = new TextCursor(kind, text);
  }

  MySqlGtidSet set() {
    cursor.skipBlanks();
    if (cursor.isAtEnd()) {
      return MySqlGtidSet.EMPTY;
    }
    var builder = new MySqlGtidSetBuilder(cursor.text().length() / GROUP_LENGTH_MIN + 1);
    while (!cursor.isAtEnd()) {
      if (cursor.peek() != ',') {
        group(builder);
      }
      if (!cursor.isAtEnd()) {
        cursor.expect(',', "or ':' after an interval");
        cursor.skipBlanks();
      }
    }
    return builder.build();
  }

  MySqlGtid gtid() {
    cursor.skipBlanks();
    uuid();
    String tag = isAtTag() ? tag() : "";
    long number = number();
    cursor.expectEnd();
    return new MySqlGtid(new UUID(uuidHigh, uuidLow), tag, number);
  }

  private void group(MySqlGtidSetBuilder builder) {
    uuid();
    builder.group(uuidHigh, uuidLow, isAtTag() ? tag() : "");
    interval(builder);
    while (cursor.accept(':')) {
      cursor.skipBlanks();
      if (isAtTag()) {
        builder.group(uuidHigh, uuidLow, tag());
      }
      interval(builder);
    }
  }

  /** Reads a UUID and the colon after it. */
  private void uuid() {
    long high = hexThen(8, '-');
    high = high << 16 | hexThen(4, '-');
    uuidHigh = high << 16 | hexThen(4, '-');
    long low = hexThen(4, '-');
    uuidLow = low << 48 | cursor.hex(12);
    colon("after the UUID");
  }

  private long hexThen(int digits, char separator) {
    long value = cursor.hex(digits);
    cursor.expect(separator, "inside a UUID");
    return value;
  }

  private void interval(MySqlGtidSetBuilder builder) {
    int start = cursor.offset();
    long first = number();
    long last = first;
    cursor.skipBlanks();
    if (cursor.accept('-')) {
      cursor.skipBlanks();
      last = number();
      cursor.skipBlanks();
    }
    if (last < first) {
      throw cursor.expected("an interval whose end is not before its start", start);
    }
    builder.add(first, last);
  }

  private long number() {
    return cursor.number("a transaction number", MySqlGtid.NUMBER_MIN, MySqlGtid.NUMBER_MAX);
  }

  private boolean isAtTag() {
    char c = cursor.peek();
    return c == '_' || isLetter(c);
  }

  /** Reads a tag and the colon after it. */
  private String tag() {
    int start = cursor.offset();
    while (isAtTag() || (cursor.peek() >= '0' && cursor.peek() <= '9')) {
      cursor.advance();
    }
    int length = cursor.offset() - start;
    if (length > MySqlGtid.TAG_LENGTH_MAX) {
      throw cursor.expected("a tag of at most " + MySqlGtid.TAG_LENGTH_MAX + " characters", start);
    }
    // The same few tags repeat under every UUID: share their strings.
    if (length != lastTag.length()
        || !cursor.text().regionMatches(true, start, lastTag, 0, length)) {
      lastTag = cursor.text().substring(start, start + length).toLowerCase(Locale.ROOT);
    }
    colon("after the tag");
    return lastTag;
  }

  private void colon(String where) {
    cursor.skipBlanks();
    cursor.expect(':', where);
    cursor.skipBlanks();
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
