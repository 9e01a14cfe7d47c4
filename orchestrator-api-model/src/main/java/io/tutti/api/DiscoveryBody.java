package io.tutti.api;

import java.util.Optional;

/** Where to begin: host and port, or both in one text. */
public record DiscoveryBody(Optional<String> host, Optional<Integer> port, Optional<String> address)
    implements Body {}
