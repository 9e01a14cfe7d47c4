package io.tutti.store;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Keeps since when each finding is there, so that a restarted controller knows it. */
public interface FindingTimes {

  /**
   * One finding.
   *
   * @param code its name
   * @param subject an instance, {@code instance/channel}, or a cluster
   */
  record Key(String code, String subject) {}

  Map<Key, Instant> load();

  /**
   * @param begun findings and since when each is there, in the place of what was kept of them
   * @param over findings that are there no more
   */
  void save(Map<Key, Instant> begun, Set<Key> over);
}
