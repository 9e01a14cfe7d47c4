package io.tutti.spi.backup;

import io.tutti.model.Observed;

/**
 * Where a server is, in one form.
 *
 * @param name the server's own, such as {@code gtid_executed}
 */
public record Coordinate(String name, Observed<String> value) {}
