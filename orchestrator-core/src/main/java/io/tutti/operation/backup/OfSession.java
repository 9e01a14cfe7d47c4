package io.tutti.operation.backup;

/** By its id, the backup session that a step is about. */
record OfSession(String session) {}
