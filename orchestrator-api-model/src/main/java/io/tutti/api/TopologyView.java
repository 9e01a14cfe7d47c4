package io.tutti.api;

import java.time.Instant;
import java.util.List;

/**
 * A cluster with all its members.
 *
 * @param aliases the names that people gave it
 * @param ifSourceDied what would be if a source of it died now, for each
 */
public record TopologyView(
    String name,
    List<String> aliases,
    Instant takenAt,
    List<String> heads,
    List<InstanceView> instances,
    List<IfSourceDiedView> ifSourceDied) {}
