package io.tutti.plugins.sql;

import io.tutti.spi.knob.ServerKnob;

/** What an account needs to change replication, as in {@code GRANT ... TO}. */
public interface OperatingGrants {

  /** To start and stop receivers and appliers. */
  String forThreads();

  /** To set a knob, and to let the server keep it where it can. */
  String forKnob(ServerKnob knob);

  /** To mend a barred applier; empty where no release bars one. */
  default String forBarred() {
    return "";
  }

  /** To skip a transaction by its GTID, on a read-only server, too. */
  String forSkippingByGtid();

  /** To leave out an applier's next transaction. */
  String forSkippingNext();

  /** To keep clients away, and not to be kept away by that. */
  String forFencing();

  /** Whether SUPER stands for all of {@link #forFencing}. */
  boolean superMayFence();

  /** To copy another server over this one; empty where no release can. */
  default String forCloningOnto() {
    return "";
  }

  /** To let another one copy this one. */
  default String forCloningFrom() {
    return "";
  }

  /** To delete all binlogs. */
  default String forWipingBinlogs() {
    return "RELOAD ON *.*";
  }

  /** To see which tables have transactions. */
  default String forEngines() {
    return EngineReading.PROCESS;
  }

  /** To let the server keep nothing of a knob. */
  default String forForgetting(ServerKnob knob) {
    return forKnob(knob);
  }
}
