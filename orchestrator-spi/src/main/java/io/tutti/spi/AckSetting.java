package io.tutti.spi;

import java.util.Optional;

/**
 * What a server is to do of acknowledgements; what is empty stays as it is.
 *
 * @param asks whether its commits wait for them
 * @param acknowledges whether it gives them, from the next start of its receiver on
 * @param terms how its commits wait
 */
public record AckSetting(
    Optional<Boolean> asks, Optional<Boolean> acknowledges, Optional<AckTerms> terms) {
  public static final AckSetting NOTHING =
      new AckSetting(Optional.empty(), Optional.empty(), Optional.empty());

  /** Its commits wait so. */
  public static AckSetting asking(AckTerms terms) {
    return new AckSetting(Optional.of(true), Optional.empty(), Optional.of(terms));
  }

  public AckSetting withAsks(boolean wanted) {
    return new AckSetting(Optional.of(wanted), acknowledges, terms);
  }

  public AckSetting withAcknowledges(boolean wanted) {
    return new AckSetting(asks, Optional.of(wanted), terms);
  }

  public boolean isNothing() {
    return equals(NOTHING);
  }
}
