package io.tutti.spi.knob;

/**
 * A knob and the value that it shall have: valid by the knob's own range.
 *
 * @param value as the server prints it
 * @param channel which channel's, for a knob of {@link KnobScope#CHANNEL}; empty for the default
 *     channel and for all others
 */
public record KnobSetting(ServerKnob knob, String value, String channel) {
  public KnobSetting {
    if (!knob.kind().normalise(value).equals(java.util.Optional.of(value))) {
      throw new IllegalArgumentException(
          knob + " cannot be \"" + value + "\": it is " + knob.kind().range());
    }
  }

  public static KnobSetting of(ServerKnob knob, String value) {
    return new KnobSetting(knob, value, "");
  }

  /** The same for another channel. */
  public KnobSetting forChannel(String name) {
    return new KnobSetting(knob, value, name);
  }

  @Override
  public String toString() {
    return knob + "=" + value;
  }
}
