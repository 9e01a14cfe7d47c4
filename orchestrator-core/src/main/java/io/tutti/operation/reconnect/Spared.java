package io.tutti.operation.reconnect;

import io.tutti.detection.Doubt;
import io.tutti.topology.Downtime;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Receivers that are left alone, as somebody else has to do with their server. Pure. */
final class Spared {
  private Spared() {}

  /** Empty for one that may be asked. */
  static Optional<String> why(WorldView world, Doubt.Receiving receiver, Instant now) {
    return world
        .downtimeOf(receiver.replica(), now)
        .map(Downtime::sentence)
        .or(() -> world.fenceOf(receiver.replica()).map(fence -> "it is fenced"))
        .or(() -> world.backupOf(receiver.replica()).map(session -> "it is in a backup session"))
        .map(why -> "%s: %s".formatted(receiver.replica(), why));
  }

  /** Why each is that is not asked. */
  static List<String> all(WorldView world, Doubt doubt, Instant now) {
    List<String> all = new ArrayList<>(doubt.spared());
    doubt.asked().forEach(each -> why(world, each, now).ifPresent(all::add));
    return List.copyOf(all);
  }
}
