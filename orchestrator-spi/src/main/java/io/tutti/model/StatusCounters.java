package io.tutti.model;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Status counters by the server's own names; counts and bytes since its start.
 *
 * @param threads those that report of its replication, by what they mean
 */
public record StatusCounters(SortedMap<String, Long> values, ThreadCounts threads) {
  public StatusCounters {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    threads = Objects.requireNonNullElse(threads, ThreadCounts.UNKNOWN);
  }

  public static StatusCounters of(Map<String, Long> values) {
    return new StatusCounters(new TreeMap<>(values), ThreadCounts.UNKNOWN);
  }

  /** The same with what the plugin reads from them. */
  public StatusCounters meaning(ThreadCounts counts) {
    return new StatusCounters(values, counts);
  }

  /** The counter; absent when this server has none of that name. */
  public Observed<Long> count(String name) {
    Long value = values.get(name);
    return value == null
        ? Observed.absent("this server has no status counter " + name)
        : Observed.known(value);
  }
}
