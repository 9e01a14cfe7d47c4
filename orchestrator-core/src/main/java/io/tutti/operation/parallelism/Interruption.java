package io.tutti.operation.parallelism;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What must be on a replica while it is changed.
 *
 * @param threads by channel "applier", or "both" for receiver and applier
 * @param ran by channel whether its applier ran before: only that is stopped and started
 */
record Interruption(SortedMap<String, String> threads, SortedMap<String, Boolean> ran) {
  Interruption {
    threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
    ran = Collections.unmodifiableSortedMap(new TreeMap<>(ran));
  }

  /** The same, with what ran when that was written down. */
  Interruption asItWas(SortedMap<String, Boolean> then) {
    return new Interruption(threads, then);
  }

  boolean isNothing() {
    return threads.isEmpty();
  }

  boolean stopsReceiver(String channel) {
    return "both".equals(threads.get(channel));
  }

  boolean ran(String channel) {
    return ran.getOrDefault(channel, false);
  }

  List<Channel> channels(InstanceState state) {
    return state.channels().asOptional().orElse(List.of()).stream()
        .filter(channel -> threads.containsKey(channel.name()))
        .toList();
  }
}
