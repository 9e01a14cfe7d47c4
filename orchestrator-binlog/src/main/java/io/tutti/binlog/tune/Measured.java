package io.tutti.binlog.tune;

/**
 * A measurement.
 *
 * @param setting its place among the settings, which rise
 * @param seconds that an equal amount of work took
 */
public record Measured(int setting, double seconds) {}
