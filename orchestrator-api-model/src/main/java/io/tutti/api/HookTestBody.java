package io.tutti.api;

import java.util.Optional;

/**
 * A try of a hook.
 *
 * @param event which it is to be told, with facts that are made up
 */
public record HookTestBody(Optional<String> event) implements Body {}
