package io.tutti.simulation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Effect;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What people notice of a statement, by what a server shows before and after it: so no step can
 * leave out to declare what it does.
 *
 * @param ran the threads that run, by a name of each
 */
record Noticed(
    boolean letsIn,
    boolean letsWrite,
    Map<String, InstanceAddress> sources,
    Map<String, Effect.Kind> ran,
    SortedSet<Long> received) {

  static Noticed of(SimulatedServer server) {
    Map<String, InstanceAddress> sources = new TreeMap<>();
    Map<String, Effect.Kind> ran = new TreeMap<>();
    for (SimulatedChannel channel : server.channels()) {
      sources.put(channel.name(), channel.source());
      if (channel.receives()) {
        ran.put("receiver " + channel.name(), Effect.Kind.RECEIVER_STOPS);
      }
      if (channel.applier().runs()) {
        ran.put("applier " + channel.name(), Effect.Kind.APPLIER_STOPS);
      }
    }
    SortedSet<Long> received = new TreeSet<>(server.received());
    received.removeAll(server.rows());
    return new Noticed(
        server.variables().letsClientsIn(),
        server.variables().letsClientsWrite(),
        sources,
        ran,
        received);
  }

  /**
   * @param now after that statement
   * @param began when its step began: what the step has started itself, nobody misses
   */
  Set<Effect.Kind> until(Noticed now, Noticed began, String statement, SimulatedServer server) {
    Set<Effect.Kind> kinds = EnumSet.noneOf(Effect.Kind.class);
    byName(statement, kinds);
    if (kinds.contains(Effect.Kind.DATA_REPLACED)) {
      return kinds;
    }
    if (letsIn && !now.letsIn) {
      kinds.add(Effect.Kind.LOGINS_REFUSED);
    }
    if (letsWrite && !now.letsWrite) {
      kinds.add(Effect.Kind.WRITES_REFUSED);
    }
    began.ran.forEach((thread, kind) -> {
      if (ran.containsKey(thread) && !now.ran.containsKey(thread)) {
        kinds.add(kind);
      }
    });
    sources.forEach((channel, source) -> {
      if (!now.sources.containsKey(channel)) {
        kinds.add(Effect.Kind.CHANNEL_REMOVED);
      } else if (!now.sources.get(channel).equals(source)) {
        kinds.add(Effect.Kind.SOURCE_CHANGED);
      }
    });
    SortedSet<Long> gone = new TreeSet<>(received);
    gone.removeAll(now.received);
    gone.removeAll(server.rows());
    if (!gone.isEmpty()) {
      kinds.add(Effect.Kind.RELAY_LOGS_DROPPED);
    }
    return kinds;
  }

  private static void byName(String statement, Set<Effect.Kind> kinds) {
    if (statement.startsWith("CLONE")) {
      kinds.add(Effect.Kind.DATA_REPLACED);
    } else if (statement.startsWith("SKIP")) {
      kinds.add(Effect.Kind.TRANSACTION_SKIPPED);
    } else if (statement.startsWith("WIPE")) {
      kinds.add(Effect.Kind.BINLOGS_DELETED);
    } else if (statement.startsWith("END SESSIONS OF CLIENTS")) {
      kinds.add(Effect.Kind.CLIENT_SESSIONS_END);
    } else if (statement.startsWith("END SESSIONS")) {
      kinds.add(Effect.Kind.SESSIONS_END);
    }
  }
}
