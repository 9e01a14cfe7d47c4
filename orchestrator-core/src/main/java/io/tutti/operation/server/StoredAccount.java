package io.tutti.operation.server;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import java.util.Optional;

/**
 * The account of a channel that was given one only when it was started (START REPLICA USER):
 * whoever stops it lets it keep one before, or else it cannot be started again.
 *
 * @param configured the one of {@code tutti.replication.user}
 */
public record StoredAccount(Optional<Credentials> configured) {

  /** Why a channel must not be stopped, as an end of a sentence; empty where it may. */
  public Optional<String> against(InstanceAddress replica, Channel channel) {
    return configured.isEmpty() ? withoutOne(replica, channel) : Optional.empty();
  }

  /** The same, whatever is configured. */
  public static Optional<String> withoutOne(InstanceAddress replica, Channel channel) {
    return channel.receiver().lacksAccount()
        ? Optional.of(
            "the channel%s of %s keeps no account, as it was given one only when it was started: once stopped it could not be started again"
                .formatted(channel.name().isEmpty() ? "" : " '" + channel.name() + "'", replica))
        : Optional.empty();
  }

  /** What helps. */
  public static Remedies remedies(InstanceAddress replica) {
    return Remedies.of(
            "set tutti.replication.user and tutti.replication.password: it is given that account before it is stopped")
        .or(
            "stop the receiver of %s yourself, let its channel keep an account and its password, and start it"
                .formatted(replica))
        .or(Acts.showInstance(replica));
  }

  /** What a plan says of a channel that gets one. */
  public Optional<String> note(InstanceAddress replica, Channel channel) {
    return channel.receiver().lacksAccount()
        ? configured.map(as ->
            "The channel of %s keeps no account, as it was given one only when it was started: it gets '%s', of tutti.replication.user, so that it can be started again."
                .formatted(replica, as.user()))
        : Optional.empty();
  }

  /**
   * Lets it keep one, where it has none. Both threads are stopped.
   *
   * @throws StepFailure where none is configured
   */
  public void give(Session session, InstanceAddress replica, Channel channel, Deadline deadline) {
    if (channel.receiver().lacksAccount()) {
      Credentials as =
          configured.orElseThrow(() ->
              StepFailure.fatal(
                  "%s cannot be started again: its channel keeps no account.".formatted(replica),
                  remedies(replica)));
      session.control().keepAccount(as, channel.name(), deadline);
    }
  }
}
