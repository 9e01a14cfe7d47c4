package io.tutti.operation;

import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import java.util.Optional;

/**
 * Which instances are kept as they are for a while: every goal that would touch one is refused, but
 * those that let it go ({@link Planning#releases}).
 */
public interface Reservations {
  Reservations NONE = instance -> Optional.empty();

  /** What keeps that instance. */
  Optional<Reservation> find(InstanceAddress instance);

  /**
   * Something that keeps an instance.
   *
   * @param code of the refusal
   * @param why without a full stop, such as {@code db7:3306 is in backup session 5}
   */
  record Reservation(ErrorCode code, String why, Remedies remedies) {}
}
