package io.tutti.crash;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a server's process ended, as its binlogs show.
 *
 * @param log the last that the process wrote, as far as is known
 * @param bytes how long that log is now: where the process ended, unless something of it was lost
 * @param between how those ended that ran after it and before the one that runs now, the oldest
 *     first: nobody watched them
 */
public record ProcessEnd(
    How how, String log, Observed<Long> bytes, Observed<List<ProcessEnd>> between) {

  /** What is at the end of that log. */
  public enum How {
    /** The event that a server writes when it is shut down. */
    STOPPED,
    /** Anything else: it was killed, it crashed, or its host did. */
    CUT_OFF,
    /** That log is gone, or another one has its name. */
    NOT_KNOWN
  }

  public ProcessEnd {
    // Those that an older controller kept have none.
    bytes = Objects.requireNonNullElse(bytes, Observed.unknown("it was not read"));
    between =
        Objects.requireNonNullElse(between, Observed.<List<ProcessEnd>>known(List.of()))
            .map(List::copyOf);
  }

  /** Of a process after which none ran but the one that runs now. */
  public ProcessEnd(How how, String log) {
    this(how, log, Observed.unknown("it was not read"), Observed.known(List.of()));
  }

  public ProcessEnd(How how, String log, long bytes) {
    this(how, log, Observed.known(bytes), Observed.known(List.of()));
  }

  public ProcessEnd before(Observed<List<ProcessEnd>> others) {
    return new ProcessEnd(how, log, bytes, others);
  }

  /** Absent where it cannot be known any more. */
  public Observed<How> reported() {
    return how == How.NOT_KNOWN
        ? Observed.absent(
            "%s, which it wrote when it was read last, is not there any more".formatted(log))
        : Observed.known(how);
  }

  /** The last that it wrote; empty where that is not known. */
  public Optional<String> lastLog() {
    return Optional.of(log).filter(known -> reported().isKnown());
  }

  /** Where its last binlog ends now. */
  public Observed<BinlogPosition> place() {
    return bytes.map(end -> new BinlogPosition(log, end));
  }

  @Override
  public String toString() {
    return switch (how) {
      case STOPPED -> "shut down; %s ends with it".formatted(log);
      case CUT_OFF -> "not shut down; %s ends without a shutdown".formatted(log);
      case NOT_KNOWN -> "not known; %s is not there any more".formatted(log);
    };
  }
}
