package io.tutti.api;

import java.util.List;

/** A plugin. */
public record FlavorView(String id, String description, List<String> capabilities) {}
