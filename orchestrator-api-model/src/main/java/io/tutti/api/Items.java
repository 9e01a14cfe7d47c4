package io.tutti.api;

import java.util.List;

/** A list as an object, so that more can be said of it later. */
public record Items<T>(List<T> items) {}
