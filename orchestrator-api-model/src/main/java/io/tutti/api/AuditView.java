package io.tutti.api;

import java.time.Instant;

/** Something that was done, refused or noticed. */
public record AuditView(
    Instant at, String actor, String action, String target, String outcome, String reason) {}
