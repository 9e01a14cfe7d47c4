package io.tutti.spi.knob;

import io.tutti.model.Observed;

/**
 * What a server said of one knob.
 *
 * @param value in force, as the server prints it
 * @param persisted what the server keeps for its next start; absent where nothing is kept or the
 *     flavor cannot
 */
public record KnobReading(String value, Observed<String> persisted) {}
