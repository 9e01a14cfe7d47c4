package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * That somebody wants a server promoted before others, or not at all, for a while. It counts in the
 * place of the server's tag.
 *
 * @param wish as the tag {@code promotion} says it: prefer, neutral, must_not
 * @param owner whose wish it is
 * @param by who said so
 * @param until empty for until somebody ends it
 */
public record Candidacy(
    InstanceAddress instance,
    String wish,
    String owner,
    String reason,
    String by,
    Instant since,
    Optional<Instant> until) {

  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
