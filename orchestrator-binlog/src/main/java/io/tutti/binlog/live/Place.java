package io.tutti.binlog.live;

import java.util.Optional;

/**
 * A place in a server's binlogs.
 *
 * @param position of a byte of its file; 4 is the first event
 */
public record Place(String log, long position) {
  static final long FIRST = 4;

  /** Reads {@code binlog.000042:4711}; without a position, the beginning. */
  public static Optional<Place> parse(String text) {
    int colon = text.lastIndexOf(':');
    String log = colon < 0 ? text : text.substring(0, colon);
    String position = colon < 0 ? "4" : text.substring(colon + 1);
    return log.isBlank() || !position.matches("\\d{1,18}")
        ? Optional.empty()
        : Optional.of(new Place(log, Math.max(FIRST, Long.parseLong(position))));
  }

  @Override
  public String toString() {
    return log + ":" + position;
  }
}
