package io.tutti.spi;

import io.tutti.spi.knob.ServerKnob;
import java.util.List;

/**
 * What somebody is about to ask of a {@link ReplicationControl}.
 *
 * @param threads whether a thread is to be stopped or started
 * @param set the knobs that are to be set or persisted
 * @param forgotten the knobs of which the server is to keep nothing
 */
public record ControlNeeds(boolean threads, List<ServerKnob> set, List<ServerKnob> forgotten) {
  public ControlNeeds {
    set = List.copyOf(set);
    forgotten = List.copyOf(forgotten);
  }
}
