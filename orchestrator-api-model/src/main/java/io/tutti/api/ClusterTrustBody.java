package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * Which servers of a cluster are to be trusted by what they show now.
 *
 * @param servers empty for all that are not trusted yet
 */
public record ClusterTrustBody(Optional<List<String>> servers) implements Body {}
