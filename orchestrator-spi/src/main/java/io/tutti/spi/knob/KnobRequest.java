package io.tutti.spi.knob;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody wants to be set on a server, in their words.
 *
 * @param target such as {@code db7:3306}
 * @param isReplica whether it replicates from somebody
 * @param current the settings in force
 * @param wanted values by knob, both as written, in the order in which they were written
 */
public record KnobRequest(
    String target, Observed<Boolean> isReplica, Settings current, Map<String, String> wanted) {
  public KnobRequest {
    wanted = Collections.unmodifiableMap(new LinkedHashMap<>(wanted));
  }

  public static KnobRequest of(InstanceState state, Map<String, String> wanted) {
    return new KnobRequest(state.address().toString(), state.isReplica(), state.settings(), wanted);
  }
}
