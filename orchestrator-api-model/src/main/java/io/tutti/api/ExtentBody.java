package io.tutti.api;

import java.util.Optional;

/**
 * A server or a cluster.
 *
 * @param instance which server, as HOST:PORT; or else
 * @param cluster which cluster
 */
public record ExtentBody(Optional<String> instance, Optional<String> cluster) implements Body {}
