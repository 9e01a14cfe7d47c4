package io.tutti.operation.fence;

import io.tutti.operation.server.Servers;
import io.tutti.spi.Credentials;
import io.tutti.store.Fences;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What the steps work with.
 *
 * @param replica the login of replicas: what a fence is to prevent is tried with it
 */
public record FenceEnvironment(
    Servers servers,
    Fences fences,
    InstantSource clock,
    FenceHook hook,
    Optional<Credentials> replica) {}
