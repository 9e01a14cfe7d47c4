package io.tutti.spi.knob;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A way in which appliers of a release can run in parallel, whatever the number of their workers.
 *
 * @param name as predictions call it, such as {@code logical-clock-ordered}
 * @param settings that bring it about, by the newest names of knobs; none where a release has only
 *     this way
 */
public record ApplierScheme(String name, SortedMap<String, String> settings) {

  public ApplierScheme {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  public static ApplierScheme of(String name, Map<String, String> settings) {
    return new ApplierScheme(name, new TreeMap<>(settings));
  }
}
