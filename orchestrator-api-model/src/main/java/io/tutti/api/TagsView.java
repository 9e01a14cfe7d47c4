package io.tutti.api;

import java.util.Map;

/** The tags of a server, by their names. */
public record TagsView(String address, Map<String, String> tags) {}
