package io.tutti.api;

import java.util.Map;

/**
 * How REST is asked for something.
 *
 * @param path as from the root of the server; what is still to be given is in braces
 * @param body its fields; none where the request takes no body, or needs none
 */
public record RequestView(String method, String path, Map<String, Object> body) {}
