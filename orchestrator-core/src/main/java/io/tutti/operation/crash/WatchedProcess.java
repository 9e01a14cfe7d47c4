package io.tutti.operation.crash;

import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.operation.crash.LastLog.Ending;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.LogFile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Looks for the end of a process of which it is known what it wrote when it was read last. Others
 * may have run since, which nobody watched: one that was started and shut down at once, or failed
 * to start. Each begins a binlog.
 *
 * <ol>
 *   <li>From the log that was written then on, the first that does not end with a rotation is the
 *       last of that process. So is one that ends with it, and the next is the first of another.
 *   <li>Each further one up to the log of the process that runs now is the last of another process.
 *   <li>Where the log that was written then is gone, or was begun again since, the one before it
 *       shows, if that process wrote it, too, and ended between the two.
 *   <li>Else how it ended is not known, and nor is who ran since, unless the numbers of the logs
 *       leave no room for another one.
 * </ol>
 *
 * @param start when it began, by the server's clock
 * @param seen the latest reading of it
 * @param wrote what it wrote then
 * @param until a log of the process that runs now
 */
record WatchedProcess(
    LastLog logs,
    ProcessStart start,
    ProcessObservation seen,
    BinlogPosition wrote,
    String until,
    Deadline deadline) {
  /** Beginnings are reported in whole seconds, of the process and of a log. */
  private static final Duration CLOCK_STEPS = Duration.ofSeconds(1);

  /** Ends of processes, the oldest first, and why there may be more of them. */
  private record Walk(List<ProcessEnd> ends, Optional<String> unread) {
    Observed<List<ProcessEnd>> after(int count) {
      return unread
          .<Observed<List<ProcessEnd>>>map(Observed::absent)
          .orElseGet(() -> Observed.known(ends.subList(count, ends.size())));
    }
  }

  /**
   * @param files all that there are, the oldest first
   */
  Observed<ProcessEnd> end(List<LogFile> files) {
    OptionalInt at = place(wrote.file(), files);
    if (at.isEmpty() || !isStillThat(files, at.getAsInt())) {
      return withoutItsLog(files, at);
    }
    Walk walk = walk(files, at.getAsInt());
    if (walk.ends().isEmpty()) {
      return notKnown(
          walk.unread()
              .orElse("its binlogs show no end of it since it was read last, in " + wrote));
    }
    ProcessEnd first = walk.ends().getFirst();
    if (first.how() == How.STOPPED && walk.unread().isPresent()) {
      // It may have been killed at a rotation before that.
      return Observed.absent(walk.unread().get());
    }
    return Observed.known(first.before(walk.after(1)));
  }

  private static OptionalInt place(String log, List<LogFile> files) {
    return IntStream.range(0, files.size())
        .filter(i -> files.get(i).name().equals(log))
        .findFirst();
  }

  /** Or one that was begun again under its name, after it was lost, or by RESET MASTER. */
  private boolean isStillThat(List<LogFile> files, int at) {
    LogFile file = files.get(at);
    return switch (logs.begunAt(file.name(), deadline)) {
      case Observed.Known<Instant>(Instant begun) ->
          !begun.isAfter(seen.clock()) && isNotBefore(begun);
      case Observed.Absent<Instant> absent -> holdsWhatWasWritten(files, at);
      case Observed.Unknown<Instant> unknown -> holdsWhatWasWritten(files, at);
    };
  }

  private boolean isNotBefore(Instant begun) {
    return !begun.plus(CLOCK_STEPS).isBefore(start.earliest());
  }

  /** Only one that was cut off is shorter than it was. */
  private boolean holdsWhatWasWritten(List<LogFile> files, int at) {
    return files.get(at).bytes() >= wrote.position()
        || at + 1 < files.size()
            && logs.ending(files.get(at), files.get(at + 1), deadline) == Ending.NEITHER;
  }

  private Walk walk(List<LogFile> files, int from) {
    List<ProcessEnd> ends = new ArrayList<>();
    Optional<String> unread = Optional.empty();
    int last = place(until, files).orElse(files.size() - 1);
    for (int i = from; i < last; i++) {
      LogFile file = files.get(i);
      Ending ending = logs.ending(file, files.get(i + 1), deadline);
      if (ending != Ending.ROTATION) {
        ends.add(
            new ProcessEnd(
                ending == Ending.SHUTDOWN ? How.STOPPED : How.CUT_OFF, file.name(), file.bytes()));
        continue;
      }
      Observed<Instant> head =
          i - from < LastLog.HEADS_MAX
              ? logs.head(files.get(i + 1), deadline)
              : Observed.unknown("too many binlogs were written since it was read last");
      if (head.isKnown()) {
        ends.add(new ProcessEnd(How.CUT_OFF, file.name(), file.bytes()));
      } else if (head instanceof Observed.Unknown<Instant>(String why)) {
        unread = Optional.of(why);
      }
    }
    return new Walk(List.copyOf(ends), unread);
  }

  private Observed<ProcessEnd> withoutItsLog(List<LogFile> files, OptionalInt at) {
    if (at.isEmpty()) {
      return notKnown("%s, which it wrote when it was read last, is gone".formatted(wrote.file()));
    }
    int next = at.getAsInt();
    Observed<ProcessEnd> before = logs.end(files.subList(0, next + 1), deadline);
    if (before instanceof Observed.Unknown<ProcessEnd>) {
      return before;
    }
    if (before instanceof Observed.Known<ProcessEnd>(ProcessEnd end)
        && end.how() == How.CUT_OFF
        && isItsOwn(end.log())) {
      return Observed.known(end.before(walk(files, next).after(0)));
    }
    return notKnown(
        "all binlogs of the process that ended are gone; %s was begun again"
            .formatted(wrote.file()));
  }

  private boolean isItsOwn(String log) {
    Observed<Instant> begun = logs.begunAt(log, deadline);
    return begun.asOptional().filter(this::isNotBefore).isPresent();
  }

  /** Each process begins a log, and the numbers continue. */
  private Observed<ProcessEnd> notKnown(String why) {
    BinlogPosition now = new BinlogPosition(until, 0);
    long since = now.sequence() - wrote.sequence();
    boolean nobodyElse = now.baseName().equals(wrote.baseName()) && (since == 0 || since == 1);
    return nobodyElse
        ? Observed.absent(why)
        : Observed.known(
            new ProcessEnd(
                How.NOT_KNOWN, wrote.file(), Observed.absent(why), Observed.absent(why)));
  }
}
