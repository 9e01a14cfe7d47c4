package io.tutti.spi;

import io.tutti.model.SemiSync;
import java.time.Duration;
import java.util.Optional;

/**
 * How the commits of a source wait for acknowledgements (semi-synchronous replication); what is
 * empty is not known of it, or it has none, and is left as it is.
 *
 * @param timeout after which a commit waits no more
 * @param needed how many replicas must acknowledge
 * @param beforeOthersSee whether nobody sees a commit before it is acknowledged
 * @param withTooFewReplicas whether it goes on waiting while too few replicas are connected
 */
public record AckTerms(
    Optional<Duration> timeout,
    Optional<Long> needed,
    Optional<Boolean> beforeOthersSee,
    Optional<Boolean> withTooFewReplicas) {

  /** As a source shows them. */
  public static AckTerms of(SemiSync read) {
    return new AckTerms(
        read.timeout().asOptional(),
        read.acksRequired().asOptional(),
        read.waits().asOptional().map(waits -> waits.beforeOthersSee()),
        read.waits().asOptional().map(waits -> waits.withTooFewReplicas()));
  }
}
