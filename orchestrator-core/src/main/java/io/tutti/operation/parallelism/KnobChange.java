package io.tutti.operation.parallelism;

import io.tutti.model.Observed;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;

/**
 * One knob of one server and what becomes of it.
 *
 * @param knob its name over all releases
 * @param channel empty for the default one and for knobs of the server
 * @param value in force afterwards
 * @param kept what the server itself keeps over a restart afterwards
 */
record KnobChange(String knob, String channel, String value, Kept kept) {

  /** What the server keeps of a knob. */
  sealed interface Kept {
    /** Whatever it keeps now. */
    record Left() implements Kept {}

    /** Nothing. */
    record Nothing() implements Kept {}

    /** This. */
    record Value(String value) implements Kept {}

    static Kept of(Observed<String> persisted) {
      return switch (persisted) {
        case Observed.Known<String>(String value) -> new Value(value);
        case Observed.Absent<String>(String why) -> new Nothing();
        case Observed.Unknown<String>(String why) -> new Left();
      };
    }

    default Observed<String> persisted() {
      return switch (this) {
        case Left() -> Observed.unknown("it was left alone");
        case Nothing() -> Observed.absent("it kept nothing");
        case Value(String value) -> Observed.known(value);
      };
    }
  }

  static KnobChange of(KeptSettings.Original original) {
    return new KnobChange(
        original.knob(), original.channel(), original.value(), Kept.of(original.persisted()));
  }

  KeptSettings.Original toOriginal() {
    return new KeptSettings.Original(knob, channel, value, kept.persisted());
  }

  /** Identifies a knob of a channel in what is written down. */
  static String key(ServerKnob knob, String channel) {
    return spelled(knob.name(), channel);
  }

  String key() {
    return spelled(knob, channel);
  }

  static String spelled(String name, String channel) {
    return channel.isEmpty() ? name : name + "@" + channel;
  }

  /** The knob in a {@link #key}. */
  static String knobOf(String key) {
    int at = key.indexOf('@');
    return at < 0 ? key : key.substring(0, at);
  }

  /** The channel in a {@link #key}. */
  static String channelOf(String key) {
    int at = key.indexOf('@');
    return at < 0 ? "" : key.substring(at + 1);
  }

  KnobSetting setting(ServerKnob declared) {
    return new KnobSetting(declared, value, channel);
  }

  /** Whether a server that shows this needs nothing more. */
  boolean isIn(KnobReading reading) {
    return isInForce(reading) && isKept(reading);
  }

  /** The same, where what the server keeps can be read: to set it once more would do nothing. */
  boolean isShownBy(KnobReading reading) {
    return isIn(reading)
        && (kept instanceof Kept.Left || !(reading.persisted() instanceof Observed.Unknown));
  }

  boolean isInForce(KnobReading reading) {
    return reading.value().equals(value);
  }

  boolean isKept(KnobReading reading) {
    return switch (kept) {
      case Kept.Left() -> true;
      case Kept.Nothing() -> !reading.persisted().isKnown();
      case Kept.Value(String wanted) -> reading.persisted().is(wanted);
    };
  }

  /** What restores what was read. */
  KnobChange backTo(KnobReading before) {
    Kept keptBefore = kept instanceof Kept.Left ? kept : Kept.of(before.persisted());
    return new KnobChange(knob, channel, before.value(), keptBefore);
  }

  @Override
  public String toString() {
    return key() + "=" + value;
  }
}
