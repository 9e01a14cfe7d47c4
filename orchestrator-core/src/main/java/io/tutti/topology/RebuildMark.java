package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * That nobody believes what a server has any more: it is to be rebuilt from another one. Until then
 * it is no candidate for a promotion, no target of other operations, and nobody's donor.
 *
 * @param why for people who find it so
 * @param donor the server that is copied for it; empty while nobody has chosen one
 */
public record RebuildMark(
    InstanceAddress instance,
    Instant since,
    Optional<String> why,
    Optional<InstanceAddress> donor) {

  @Override
  public String toString() {
    return "%s has been marked to be rebuilt since %s%s"
        .formatted(instance, since, why.map(" (%s)"::formatted).orElse(""));
  }
}
