package io.tutti.crash;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.LogReader.LogFile;
import java.util.List;
import java.util.function.Function;

/**
 * The binlogs that a source has now. A server whose newest one was lost whole begins another of the
 * same name, and the places in it mean something else.
 *
 * @param files the oldest first
 * @param begunAgain the first whose name a process before may have used for another one; absent
 *     where there is none
 * @param places whether a place is one where an event begins or the log ends
 */
public record SourceLogs(
    Observed<List<LogFile>> files,
    Observed<String> begunAgain,
    Function<BinlogPosition, Observed<Boolean>> places) {
  /** Why a log may be another one than that of which a replica received; absent if it is not. */
  public Observed<String> whyPossiblyAnother(String log) {
    return switch (begunAgain) {
      case Observed.Known<String>(String first) ->
          new BinlogPosition(log, 0).relationTo(new BinlogPosition(first, 0))
                  == BinlogPosition.Relation.BEFORE
              ? Observed.absent(log + " was there before")
              : Observed.known(
                  "an earlier process may have written another %s, which is lost".formatted(log));
      case Observed.Absent<String>(String why) -> Observed.absent(why);
      case Observed.Unknown<String>(String why) ->
          Observed.known("whether it is the same %s is not known: %s".formatted(log, why));
    };
  }

  Observed<Boolean> hasPlace(BinlogPosition place) {
    return places.apply(place);
  }
}
