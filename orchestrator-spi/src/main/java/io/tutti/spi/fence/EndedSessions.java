package io.tutti.spi.fence;

import java.util.List;

/**
 * What became of the sessions of clients.
 *
 * @param count how many were ended
 * @param left those that could not be ended, each with the reason
 */
public record EndedSessions(int count, List<String> left) {
  public EndedSessions {
    left = List.copyOf(left);
  }
}
