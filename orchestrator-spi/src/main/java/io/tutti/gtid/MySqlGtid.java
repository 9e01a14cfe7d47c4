package io.tutti.gtid;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A MySQL transaction, printed as {@code uuid:number} or {@code uuid:tag:number}.
 *
 * @param uuid server UUID, or the group's name in group replication
 * @param tag in lower case as the server keeps it (8.3 and later); {@code ""} when untagged
 * @param number from {@value #NUMBER_MIN} to {@value #NUMBER_MAX}
 */
public record MySqlGtid(UUID uuid, String tag, long number) implements Gtid {

  /** Smallest transaction number. */
  public static final long NUMBER_MIN = 1;

  /** Largest transaction number, 2^63-2 (MySQL manual, "GTID Format and Storage"). */
  public static final long NUMBER_MAX = Long.MAX_VALUE - 1;

  /** Longest tag in characters (MySQL 8.3 manual, "GTID Format and Storage"). */
  public static final int TAG_LENGTH_MAX = 32;

  private static final Pattern TAG = Pattern.compile("(?:[a-z_][a-z0-9_]{0,31})?");

  public MySqlGtid {
    if (!TAG.matcher(tag).matches()) {
      throw new IllegalArgumentException(
          "GTID tag \""
              + tag
              + "\" is not 1 to 32 of a-z, 0-9 and _, the first no digit, nor empty (untagged)");
    }
    if (number < NUMBER_MIN || number > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "GTID number " + number + " is not within " + NUMBER_MIN + " to " + NUMBER_MAX);
    }
  }

  /** An untagged GTID. */
  public static MySqlGtid of(UUID uuid, long number) {
    return new MySqlGtid(uuid, "", number);
  }

  /**
   * Reads {@code uuid:number} or {@code uuid:tag:number} in either case.
   *
   * @throws IllegalArgumentException naming the offset and what was expected there
   */
  public static MySqlGtid parse(String text) {
    return new MySqlGtidParser("MySQL GTID", text).gtid();
  }

  public boolean isTagged() {
    return !tag.isEmpty();
  }

  @Override
  public String toString() {
    return isTagged() ? uuid + ":" + tag + ":" + number : uuid + ":" + number;
  }
}
