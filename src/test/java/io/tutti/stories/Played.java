package io.tutti.stories;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A story that was played.
 *
 * @param lines the acts with their times and what came of them
 * @param atTheEnd in the end, before anybody put anything right
 */
record Played(
    Story story,
    List<String> lines,
    List<Deed> deeds,
    List<Clients.Ack> acks,
    AtTheEnd atTheEnd,
    Truth truth) {

  /**
   * @param stopped of replicas, without an error
   * @param variables a node and a variable, and its value
   * @param fenced nodes
   * @param sessions nodes with an open backup session
   * @param unfinished operations that did not come to rest
   */
  record AtTheEnd(
      Set<StoppedThread> stopped,
      java.util.Map<String, String> variables,
      Set<Integer> fenced,
      Set<Integer> sessions,
      List<String> unfinished,
      boolean controllerAlive) {}

  record StoppedThread(int node, boolean isApplier) {}

  <T extends Deed> Stream<T> deeds(Class<T> kind) {
    return deeds.stream().filter(kind::isInstance).map(kind::cast);
  }

  <T extends Deed> Stream<T> deeds(Class<T> kind, int node) {
    return deeds(kind).filter(each -> each.node() == node);
  }

  /** When the server's process of now was started. */
  Instant startOf(int node) {
    return deeds(Deed.Started.class, node)
        .map(Deed::at)
        .max(java.util.Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }
}
