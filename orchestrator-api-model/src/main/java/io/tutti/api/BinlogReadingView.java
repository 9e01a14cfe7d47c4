package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * The controller's reading of a server's binlogs. In lists, and while it is followed, without what
 * came out.
 *
 * @param by who asked for it
 * @param trouble why it failed
 * @param analysis what came out of an analysis
 * @param simulation what came out of a simulation
 */
public record BinlogReadingView(
    String id,
    Kind kind,
    String instance,
    String by,
    State state,
    Instant begunAt,
    Optional<Instant> endedAt,
    ProgressView progress,
    Optional<TroubleView> trouble,
    Optional<BinlogAnalysisView> analysis,
    Optional<SimulationView> simulation) {

  /** For what it is read. */
  public enum Kind {
    ANALYSIS,
    SIMULATION
  }

  /** How far it is. */
  public enum State {
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED
  }

  /**
   * How much was read.
   *
   * @param bytesAtMost how much there is to be read, or may be
   * @param log that is read now
   */
  public record ProgressView(
      long bytes, long bytesAtMost, long transactions, Optional<String> log) {}

  /**
   * Why it failed.
   *
   * @param code such as BINLOG_PURGED
   */
  public record TroubleView(String code, String observed, String remedy) {}

  /** The same without what came out. */
  public BinlogReadingView brief() {
    return new BinlogReadingView(
        id,
        kind,
        instance,
        by,
        state,
        begunAt,
        endedAt,
        progress,
        trouble,
        Optional.empty(),
        Optional.empty());
  }
}
