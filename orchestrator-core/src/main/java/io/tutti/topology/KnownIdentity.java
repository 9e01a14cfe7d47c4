package io.tutti.topology;

import io.tutti.model.InstanceState;
import java.util.Optional;

/**
 * By what a server is known again at an address: its {@code server_uuid}, which stays with its
 * data; where it has none its {@code ServerIdentity.fingerprint}, of which one that was upgraded
 * may show more than before. Pure.
 */
final class KnownIdentity {
  private KnownIdentity() {}

  /** Empty where it is not known. */
  static Optional<String> of(InstanceState read) {
    return read.identity()
        .serverUuid()
        .asOptional()
        .or(() -> read.identity().fingerprint().asOptional());
  }

  /** Whether it is not proved that another one was there before. */
  static boolean mayBe(String was, InstanceState read) {
    return of(read).filter(is -> !is.startsWith(was) && !was.startsWith(is)).isEmpty();
  }

  /** What is written of it where it is compared with an earlier one. */
  static String shown(InstanceState read) {
    return of(read).orElse("unknown");
  }
}
