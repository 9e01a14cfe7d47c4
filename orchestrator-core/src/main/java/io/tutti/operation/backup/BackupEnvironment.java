package io.tutti.operation.backup;

import io.tutti.operation.Pauses;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.KnownStops;
import io.tutti.operation.server.Servers;
import io.tutti.store.BackupSessions;
import java.time.InstantSource;

/** What the steps work with. */
record BackupEnvironment(
    Servers servers,
    BackupSessions sessions,
    InstantSource clock,
    Pauses pauses,
    AnsweredStops stops,
    KnownStops known) {}
