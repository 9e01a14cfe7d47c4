package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps backup sessions, so that a restarted controller ends those whose lease is over. */
public interface BackupSessions {

  /** Those that are not ended. */
  List<BackupSession> open();

  /** The one of an instance that is not ended. */
  default Optional<BackupSession> findOpen(InstanceAddress instance) {
    return open().stream().filter(each -> each.instance().equals(instance)).findFirst();
  }

  Optional<BackupSession> find(String id);

  /** Those of an instance, the newest first, {@code limit} at most. */
  List<BackupSession> latest(InstanceAddress instance, int limit);

  /** Keeps exactly this under its id; durable when it returns. */
  void save(BackupSession session);

  /**
   * Gives an open session another lease.
   *
   * @return false when it is not open any more
   */
  boolean renew(String id, Duration lease, Instant until);

  /** Keeps that one of us is about to ask a server for a stop, where it has an open session. */
  default void askingToStop(InstanceAddress instance) {
    findOpen(instance).map(each -> each.askingToStop(1)).ifPresent(this::save);
  }

  /** Keeps that the stop never came to the server. */
  default void notAskedToStop(InstanceAddress instance) {
    findOpen(instance).map(each -> each.askingToStop(-1)).ifPresent(this::save);
  }

  /** Keeps that it has ended; nothing when it had. */
  void end(String id, Instant at);

  /** As if it had never been. */
  void remove(String id);
}
