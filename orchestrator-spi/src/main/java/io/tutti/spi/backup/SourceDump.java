package io.tutti.spi.backup;

import java.util.List;

/**
 * How a server that replicates from nobody is copied while it takes writes: one snapshot of its
 * rows, that shows the place at which it was taken.
 *
 * @param commands in their order, to make the dump and to load it
 * @param place where the dump shows its place, and how that is said; one sentence
 */
public record SourceDump(List<String> commands, String place) {
  public SourceDump {
    commands = List.copyOf(commands);
  }
}
