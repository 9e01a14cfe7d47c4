package io.tutti.api;

import java.time.Instant;
import java.util.List;

/** A cluster with all its members. */
public record TopologyView(
    String name, Instant takenAt, List<String> heads, List<InstanceView> instances) {}
