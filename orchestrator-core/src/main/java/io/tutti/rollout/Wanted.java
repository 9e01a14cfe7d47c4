package io.tutti.rollout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is to be set. */
public sealed interface Wanted {

  /**
   * These.
   *
   * @param values by setting, both as written, in any flavor's name
   */
  record Named(Map<String, String> values) implements Wanted {
    public Named {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** On each server what its plugin's rules advise for it when the rollout is planned. */
  record Advised() implements Wanted {}

  /** On each server what was found best for it: by measuring it, or by what its source wrote. */
  record Auto() implements Wanted {}
}
