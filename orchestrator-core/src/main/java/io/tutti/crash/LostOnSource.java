package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.spi.LogReader.LogFile;
import java.util.List;
import java.util.Optional;

/**
 * What a replica received of its source, or executed, that the source itself no longer has: it lost
 * it in a crash, and may give the same numbers to other transactions. Pure.
 */
public sealed interface LostOnSource {

  /** The source has all that came from it. */
  record None() implements LostOnSource {}

  /** Transactions by name. */
  record Named(GtidSet gtids) implements LostOnSource {}

  /**
   * The replica received more than the source's binlog holds.
   *
   * @param received up to where
   * @param bytes how long that binlog is now; 0 when it is gone, also where another one has its
   *     name
   */
  record Beyond(BinlogPosition received, long bytes) implements LostOnSource {}

  /** What is missing to know it. */
  record Unknown(String why) implements LostOnSource {}

  /** Whether there are some; false when it is not known. */
  default boolean areFound() {
    return this instanceof Named || this instanceof Beyond;
  }

  /**
   * @param replica as it was read before the source, so that it has nothing that came after
   * @param source as it was read after that
   * @param logs of the source, read after that, too
   */
  static LostOnSource of(
      InstanceState replica, Channel channel, InstanceState source, SourceLogs logs) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? beyond(channel.receiver().read(), logs)
        : named(replica, channel, source);
  }

  private static LostOnSource named(InstanceState replica, Channel channel, InstanceState source) {
    if (!(Received.names(replica, channel, source.identity().serverUuid())
        instanceof Observed.Known<GtidSet>(GtidSet received))) {
      return new Unknown("what %s received is not known".formatted(replica.address()));
    }
    if (!(source.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))) {
      return new Unknown("what %s has executed is not known".formatted(source.address()));
    }
    GtidSet lostOnSource = received.minus(executed);
    return lostOnSource.isEmpty() ? new None() : new Named(lostOnSource);
  }

  /**
   * @param received up to where by position
   */
  static LostOnSource beyond(Observed<BinlogPosition> received, SourceLogs logs) {
    if (!(received instanceof Observed.Known<BinlogPosition>(BinlogPosition read))
        || !(logs.files() instanceof Observed.Known<List<LogFile>>(List<LogFile> kept))
        || kept.isEmpty()) {
      return new Unknown("up to where was received, or what the source still has, is not known");
    }
    Optional<LogFile> file =
        kept.stream().filter(each -> each.name().equals(read.file())).findFirst();
    if (file.isPresent()) {
      return read.position() > file.get().bytes()
          ? new Beyond(read, file.get().bytes())
          : within(read, logs);
    }
    return switch (read.relationTo(new BinlogPosition(kept.getLast().name(), 0))) {
      case AFTER -> new Beyond(read, 0);
      case SAME, BEFORE -> new Unknown("the source no longer has " + read.file());
      case INCOMPARABLE -> new Unknown("the source's binlogs have another name");
    };
  }

  /** A binlog that is long enough may still be another one of the same name. */
  private static LostOnSource within(BinlogPosition read, SourceLogs logs) {
    // Up to there it has received nothing of that log.
    if (read.position() <= BinlogPosition.FIRST_EVENT
        || !(logs.whyPossiblyAnother(read.file()) instanceof Observed.Known<String>(String why))) {
      return new None();
    }
    return logs.hasPlace(read).is(false) ? new Beyond(read, 0) : new Unknown(why);
  }
}
