package io.tutti.spi.knob;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What would let a source mark more of its transactions as independent of each other. */
public sealed interface SourceHelp {

  /**
   * It looks at the rows that they change. Commits do not wait longer.
   *
   * @param scheme as predictions call it, without the order of commits: {@code writeset}
   * @param settings values by knob
   */
  record WriteSets(String scheme, SortedMap<String, String> settings) implements SourceHelp {
    public WriteSets {
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
  }

  /**
   * Commits wait until the binlog is on disk: those that come meanwhile are one group.
   *
   * @param knob by which they do
   */
  record Sync(String knob, String value) implements SourceHelp {}

  /**
   * Commits wait for others, so that more are one group.
   *
   * @param delayKnob how long one waits at most, in microseconds
   * @param countKnob how many that wait end it
   */
  record CommitDelay(String delayKnob, String countKnob) implements SourceHelp {}
}
