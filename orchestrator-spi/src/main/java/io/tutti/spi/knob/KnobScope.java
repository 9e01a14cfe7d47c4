package io.tutti.spi.knob;

/** How far a knob reaches. */
public enum KnobScope {
  /** One value for the server and all its channels. */
  SERVER,
  /** A value for each channel. */
  CHANNEL
}
