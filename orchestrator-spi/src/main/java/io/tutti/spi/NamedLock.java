package io.tutti.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A lock of that name on a server, by which controllers that know nothing of each other see each
 * other. It ends with the session that holds it.
 *
 * @param isHeld whether this session has it
 * @param session as the server names it, for as long as its process runs
 * @param others who else does, or is in the way
 */
public record NamedLock(boolean isHeld, String session, List<Holder> others) {
  public NamedLock {
    others = List.copyOf(others);
  }

  /**
   * Another session.
   *
   * @param said from where it comes, as far as the account may see that
   * @param silentFor since its last statement, as far as that is seen
   */
  public record Holder(String session, String said, Optional<Duration> silentFor) {
    public Holder(String session, String said) {
      this(session, said, Optional.empty());
    }

    /** With how long it has said nothing. */
    public String saidWithSilence() {
      return silentFor
          .map(each -> "%s, whose last statement was %d s ago".formatted(said, each.toSeconds()))
          .orElse(said);
    }
  }
}
