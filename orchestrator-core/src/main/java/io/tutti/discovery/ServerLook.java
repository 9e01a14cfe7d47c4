package io.tutti.discovery;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.trust.KeyProbe;
import io.tutti.trust.Shown;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Looks at what servers show to whoever asks; they get the account's name and nothing else. */
record ServerLook(Targets configured) {
  private static final Duration LOOK_MAX = Duration.ofSeconds(2);

  /**
   * By what it would be given the password.
   *
   * @throws OrchestratorException when it does not answer
   */
  Shown at(InstanceAddress address, Deadline deadline) {
    return at(address, GreetingProbe.read(address, deadline), deadline);
  }

  private Shown at(InstanceAddress address, Greeting greeted, Deadline deadline) {
    Target target = configured.targetFor(address);
    KeyProbe probe = new KeyProbe(address, deadline);
    try {
      return switch (target.tls()) {
        case DISABLED -> new Shown(probe.publicKey(target.credentials().user()), Optional.empty());
        case REQUIRED ->
            new Shown(
                Optional.empty(), greeted.offersTls() ? probe.certificate() : Optional.empty());
        case VERIFIED -> Shown.NOTHING;
      };
    } catch (IOException e) {
      throw new OrchestratorException(
          ErrorCode.CONNECTION_LOST,
          address.toString(),
          "%s broke off when it was asked for its key: %s.".formatted(address, e.getMessage()),
          List.of(),
          e);
    }
  }

  /** Empty where it breaks off or takes long: then it is given scrambles, and looked at again. */
  Optional<Shown> tried(InstanceAddress address, Greeting greeted, Deadline deadline) {
    try {
      return Optional.of(at(address, greeted, deadline.within(LOOK_MAX)));
    } catch (OrchestratorException e) {
      return Optional.empty();
    }
  }

  /**
   * Beside the key, by which the controller logs in, the certificate: a channel over TLS is tried
   * by that. One that cannot be seen now is not known then.
   */
  Shown whole(InstanceAddress address, Shown shown, Greeting greeted, Deadline deadline) {
    if (configured.targetFor(address).tls() != TlsMode.DISABLED || !greeted.offersTls()) {
      return shown;
    }
    try {
      KeyProbe probe = new KeyProbe(address, deadline.within(LOOK_MAX));
      return new Shown(shown.publicKey(), probe.certificate());
    } catch (IOException e) {
      return shown;
    }
  }

  /** Both. */
  Shown wholly(InstanceAddress address, Deadline deadline) {
    Greeting greeted = GreetingProbe.read(address, deadline);
    return whole(address, at(address, greeted, deadline), greeted, deadline);
  }
}
