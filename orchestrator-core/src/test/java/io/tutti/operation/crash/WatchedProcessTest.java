package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class WatchedProcessTest {
  private static final Instant BEGAN = Instant.parse("2026-11-22T02:00:00Z");
  private static final Instant SEEN = BEGAN.plusSeconds(60);
  private static final Deadline DEADLINE = Deadline.after(Duration.ofMinutes(1));
  private static final String WHY = "REPLICATION SLAVE is missing";

  /** Binlogs as a server shows them; each is begun a second after the one before. */
  private static final class Logs implements LogReader, BinlogReader {
    private record Made(LogFile file, String ending, Observed<Instant> begunAt, boolean first) {}

    private final List<Made> made = new ArrayList<>();
    private boolean readable = true;

    Logs add(int number, long bytes, String ending, Instant begunAt, boolean firstOfProcess) {
      made.add(
          new Made(
              new LogFile(name(number), bytes, false),
              ending,
              Observed.known(begunAt),
              firstOfProcess));
      return this;
    }

    Logs unreadable() {
      readable = false;
      return this;
    }

    static String name(int number) {
      return "binlog.%06d".formatted(number);
    }

    private Made find(String log) {
      return made.stream().filter(each -> each.file().name().equals(log)).findFirst().orElseThrow();
    }

    @Override
    public List<LogFile> files(Deadline deadline) {
      return made.stream().map(Made::file).toList();
    }

    @Override
    public List<LogEvent> list(
        Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline) {
      BinlogPosition place = from.orElseThrow();
      Made found = find(place.file());
      if (place.position() == BinlogPosition.FIRST_EVENT) {
        return List.of(new LogEvent(place, "Format_desc", 1, 120, ""));
      }
      long length =
          switch (found.ending()) {
            case "Stop" -> 23;
            case "Rotate" -> 31 + found.file().name().length();
            default -> -1;
          };
      return found.file().bytes() - place.position() == length
          ? List.of(new LogEvent(place, found.ending(), 1, found.file().bytes(), ""))
          : List.of();
    }

    @Override
    public Observed<Instant> processBegunWith(String log, Deadline deadline) {
      Made found = find(log);
      if (!readable) {
        return Observed.unknown(WHY);
      }
      return found.first() ? found.begunAt() : Observed.absent("it is not the first");
    }

    @Override
    public Observed<Instant> begunAt(String log, Deadline deadline) {
      return readable ? find(log).begunAt() : Observed.unknown(WHY);
    }

    @Override
    public void readRows(
        LoggedTransaction transaction, long serverId, Consumer<RowChange> each, Deadline deadline) {
      throw new AssertionError("rows are not looked at");
    }

    @Override
    public Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline) {
      throw new AssertionError("what was executed is not looked at");
    }

    @Override
    public void readTransactions(
        String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each, Deadline deadline) {
      throw new AssertionError("transactions are not looked at");
    }

    /** The process was seen when its binlog had 500 bytes. */
    Observed<ProcessEnd> endSince(int wrote, int until) {
      BinlogPosition place = new BinlogPosition(name(wrote), 500);
      ProcessObservation seen =
          new ProcessObservation(SEEN, "session", Observed.absent(WHY), Observed.known(place));
      return new WatchedProcess(
              new LastLog(this, this),
              new ProcessStart(BEGAN, BEGAN, Optional.of(seen)),
              seen,
              place,
              name(until),
              DEADLINE)
          .end(files(DEADLINE));
    }
  }

  private static Logs watched(int number, long bytes, String ending) {
    return new Logs().add(number, bytes, ending, BEGAN, true);
  }

  private static ProcessEnd known(Observed<ProcessEnd> end) {
    assertThat(end.isKnown()).as("%s", end).isTrue();
    return end.asOptional().orElseThrow();
  }

  @Test
  void theLogThatWasWrittenCountsAndNotTheNewestOne() {
    Logs logs =
        watched(1, 900, "Xid")
            .add(2, 218, "Stop", SEEN.plusSeconds(3), true)
            .add(3, 300, "", SEEN.plusSeconds(6), true);

    ProcessEnd end = known(logs.endSince(1, 3));
    assertThat(end.how()).isEqualTo(How.CUT_OFF);
    assertThat(end.place().is(BinlogPosition.parse("binlog.000001:900"))).isTrue();
    assertThat(end.between().is(List.of(new ProcessEnd(How.STOPPED, "binlog.000002", 218))))
        .isTrue();
  }

  @Test
  void rotationsSinceAreFollowed() {
    Logs logs =
        watched(1, 900, "Rotate")
            .add(2, 700, "Stop", SEEN.plusSeconds(1), false)
            .add(3, 300, "Rotate", SEEN.plusSeconds(2), true)
            .add(4, 300, "", SEEN.plusSeconds(3), false);

    ProcessEnd end = known(logs.endSince(1, 4));
    assertThat(end.how()).isEqualTo(How.STOPPED);
    assertThat(end.log()).isEqualTo("binlog.000002");
    assertThat(end.between().is(List.of())).isTrue();
  }

  @Test
  void aRotationBeforeTheFirstLogOfAnotherIsNoShutdown() {
    Logs logs =
        watched(1, 900, "Rotate")
            .add(2, 218, "Stop", SEEN.plusSeconds(3), true)
            .add(3, 300, "", SEEN.plusSeconds(6), true);

    assertThat(known(logs.endSince(1, 3)).how()).isEqualTo(How.CUT_OFF);
  }

  @Test
  void whereRotationsCannotBeReadNoShutdownIsProved() {
    Logs logs =
        watched(1, 900, "Rotate")
            .add(2, 700, "Stop", SEEN.plusSeconds(1), false)
            .add(3, 300, "", SEEN.plusSeconds(2), true)
            .unreadable();
    assertThat(logs.endSince(1, 3).isKnown()).isFalse();

    Logs cutOff =
        watched(1, 900, "Rotate")
            .add(2, 700, "Xid", SEEN.plusSeconds(1), false)
            .add(3, 300, "", SEEN.plusSeconds(2), true)
            .unreadable();
    ProcessEnd end = known(cutOff.endSince(1, 3));
    assertThat(end.how()).isEqualTo(How.CUT_OFF);
    assertThat(end.between().isKnown()).isFalse();
  }

  @Test
  void withoutItsLogOthersMayHaveRun() {
    Logs purged = new Logs().add(4, 300, "", SEEN.plusSeconds(9), true);

    ProcessEnd end = known(purged.endSince(1, 4));
    assertThat(end.reported().isKnown()).isFalse();
    assertThat(end.between().isKnown()).isFalse();
  }

  @Test
  void theNumbersOfTheLogsProveThatNobodyElseRan() {
    Logs purged = new Logs().add(2, 300, "", SEEN.plusSeconds(9), true);

    assertThat(purged.endSince(1, 2).isKnown()).isFalse();
  }

  @Test
  void aLogOfItsNameThatWasBegunSinceIsNotItsOwn() {
    Logs again =
        new Logs()
            .add(1, 900, "Stop", SEEN.plusSeconds(3), true)
            .add(2, 300, "", SEEN.plusSeconds(6), true)
            .add(3, 300, "", SEEN.plusSeconds(9), true);

    assertThat(known(again.endSince(1, 3)).reported().isKnown()).isFalse();
  }

  @Test
  void aLogOfWhichAllWasLostWasNotShutDown() {
    Logs lost =
        watched(1, 900, "Rotate")
            .add(2, 218, "Stop", SEEN.plusSeconds(3), true)
            .add(3, 300, "", SEEN.plusSeconds(6), true);

    ProcessEnd end = known(lost.endSince(2, 3));
    assertThat(end.how()).isEqualTo(How.CUT_OFF);
    assertThat(end.log()).isEqualTo("binlog.000001");
    assertThat(end.between().is(List.of(new ProcessEnd(How.STOPPED, "binlog.000002", 218))))
        .isTrue();
  }
}
