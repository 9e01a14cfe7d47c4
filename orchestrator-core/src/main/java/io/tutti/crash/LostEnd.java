package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server showed of its binlogs when it was read last, and they no longer hold. No settings
 * prove anything against it: they say what was asked of a disk, not what that kept. Pure.
 *
 * <ol>
 *   <li>The binlog that it wrote is shorter than it was, or gone while one before it was cut off.
 *   <li>Names that it had executed are not among those with which its first log since begins.
 * </ol>
 *
 * Only the binlogs of a process that was cut off show it. What was written after the last reading,
 * and is in no binlog and on no replica, shows in neither.
 *
 * @param shorter that binlog, as it was and as it is; empty where it is as long as it was
 * @param names those that it lacks; empty where it has them all, or that is not known
 */
public record LostEnd(Optional<Shorter> shorter, Optional<GtidSet> names) {

  /**
   * A binlog that lost its end.
   *
   * @param was where it ended when it was read last
   * @param bytes how long it is now; 0 when it is gone
   */
  public record Shorter(BinlogPosition was, long bytes) {
    @Override
    public String toString() {
      return bytes == 0
          ? "%s ended at %d when it was read last, and is gone"
              .formatted(was.file(), was.position())
          : "%s ended at %d when it was read last, and ends at %d now"
              .formatted(was.file(), was.position(), bytes);
    }
  }

  /**
   * @param ended the process, as it was read last
   * @param end how it ended
   * @param atStart what the server had executed when the first process began after it
   */
  static Optional<LostEnd> of(
      Incident.Ended ended, Observed<ProcessEnd> end, Observed<GtidSet> atStart) {
    if (!(end instanceof Observed.Known<ProcessEnd>(ProcessEnd known))
        || known.how() != ProcessEnd.How.CUT_OFF) {
      return Optional.empty();
    }
    Optional<Shorter> shorter =
        ended
            .startedAt()
            .asOptional()
            .flatMap(start -> start.seen())
            .map(ProcessObservation::writing)
            .flatMap(Observed::asOptional)
            .flatMap(was -> shorter(was, known));
    Optional<GtidSet> names =
        ended
            .executed()
            .asOptional()
            .flatMap(had -> atStart.asOptional().map(had::minus))
            .filter(lost -> !lost.isEmpty());
    return shorter.isPresent() || names.isPresent()
        ? Optional.of(new LostEnd(shorter, names))
        : Optional.empty();
  }

  private static Optional<Shorter> shorter(BinlogPosition was, ProcessEnd end) {
    return switch (new BinlogPosition(end.log(), 0).relationTo(new BinlogPosition(was.file(), 0))) {
      // It was lost whole, and the one before it is the last that is left of that process.
      case BEFORE -> Optional.of(new Shorter(was, 0));
      case SAME ->
          end.bytes()
              .asOptional()
              .filter(bytes -> bytes < was.position())
              .map(bytes -> new Shorter(was, bytes));
      case AFTER, INCOMPARABLE -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    List<String> reported = new ArrayList<>();
    shorter.map(Shorter::toString).ifPresent(reported::add);
    names.map("it had executed %s, and lacks that"::formatted).ifPresent(reported::add);
    return String.join("; ", reported);
  }
}
