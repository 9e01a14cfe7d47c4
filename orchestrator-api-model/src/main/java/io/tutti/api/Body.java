package io.tutti.api;

/** What a request sends: a record, as JSON. */
public interface Body {}
