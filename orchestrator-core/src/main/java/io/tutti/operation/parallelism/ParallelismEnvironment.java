package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.operation.Pauses;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.KnownStops;
import io.tutti.operation.server.Servers;
import io.tutti.store.KeptSettings;
import java.time.InstantSource;

/** What the steps work with. */
record ParallelismEnvironment(
    Servers servers,
    KnobCatalogues catalogues,
    KeptSettings kept,
    AnsweredStops stops,
    KnownStops known,
    InstantSource clock,
    Pauses pauses) {

  static ParallelismEnvironment of(Ports ports) {
    return new ParallelismEnvironment(
        ports.servers(),
        KnobCatalogues.of(ports),
        ports.records().settings(),
        new AnsweredStops(),
        new KnownStops(),
        ports.clock(),
        ports.pauses());
  }
}
