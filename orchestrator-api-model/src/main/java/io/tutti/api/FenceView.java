package io.tutti.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fence around an instance.
 *
 * @param shut the variables that keep clients away
 * @param before what they were
 * @param open what it does not keep away, and what of it failed
 */
public record FenceView(
    String address,
    boolean fenced,
    Optional<String> since,
    Optional<String> why,
    Optional<String> incident,
    Map<String, String> shut,
    Map<String, String> before,
    List<String> open) {}
