package io.tutti.operation.skip;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.capability.Capabilities;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.Positioning;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.FakeWorld;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A replica with five transactions in its relay log, the third of which fails. */
final class SkipWorld extends FakeWorld {
  static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");

  private static final int COUNT = 5;
  private static final int FAILING = 2;
  private static final int BYTES = 100;

  private final SkipPlanner.Way way;
  private final Set<Integer> applied = new TreeSet<>(Set.of(0, 1));
  private final Set<Integer> left = new TreeSet<>();
  private boolean applies;

  /** Shown until the next start. */
  private boolean failed = true;

  private boolean receives = true;
  private int counter;

  SkipWorld(SkipPlanner.Way way) {
    this.way = way;
  }

  Set<Integer> applied() {
    return applied;
  }

  Set<Integer> left() {
    return left;
  }

  boolean runs() {
    return applies && receives;
  }

  int counter() {
    return counter;
  }

  private void apply() {
    applies = true;
    failed = false;
    for (int next = 0; next < COUNT; next++) {
      if (applied.contains(next) || left.contains(next)) {
        continue;
      }
      if (counter > 0) {
        counter--;
        left.add(next);
      } else if (next == FAILING) {
        applies = false;
        failed = true;
        return;
      } else {
        applied.add(next);
      }
    }
  }

  private static Gtid gtid(SkipPlanner.Way way, int place) {
    return Gtid.parse(
        way == SkipPlanner.Way.EMPTY_TRANSACTION
            ? "3e11fa47-71ca-11e1-9e33-c80aa9429562:" + (place + 1)
            : "1-1-" + (place + 1));
  }

  private static BinlogPosition begin(String file, int place) {
    return new BinlogPosition(file, 4 + (long) place * BYTES);
  }

  private int position() {
    for (int place = 0; place < COUNT; place++) {
      if (!applied.contains(place) && !left.contains(place)) {
        return place;
      }
    }
    return COUNT;
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new Opened(address);
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.of(SkipCapability.of(ports(flavor(), () -> snapshot(state()))));
  }

  /** It does not start replication by itself, and the counter is lost. */
  @Override
  public void restartServer(InstanceAddress server) {
    applies = false;
    failed = false;
    counter = 0;
  }

  private Observed<GtidSet> executed() {
    return switch (way) {
      case NEXT -> Observed.absent("it has no GTIDs");
      case EMPTY_TRANSACTION -> {
        GtidSet set = GtidSet.parse(gtid(way, 0).toString());
        for (int place = 0; place < position(); place++) {
          set = set.with(gtid(way, place));
        }
        yield Observed.known(set);
      }
      case DOMAIN_POSITION -> Observed.known(GtidSet.parse(gtid(way, position() - 1) + ",2-1-9"));
    };
  }

  private Channel channel() {
    Optional<LastError> error =
        failed
            ? Optional.of(new LastError(1062, "Duplicate entry", Optional.empty()))
            : Optional.empty();
    boolean byDomain = way == SkipPlanner.Way.DOMAIN_POSITION;
    return Channels.from(SOURCE)
        .sourceServerId(1)
        .positioning(
            switch (way) {
              case NEXT -> Positioning.LOG_POSITION;
              case EMPTY_TRANSACTION -> Positioning.AUTO_POSITION;
              case DOMAIN_POSITION -> Positioning.REPLICA_POS;
            })
        .receives(receives)
        .applies(applies)
        .error(error)
        .retrieved(
            byDomain ? Observed.known(GtidSet.parse("1-1-5,2-1-9")) : Observed.absent(States.WHY))
        .executed(Observed.known(begin("binlog.000001", position())))
        .relayLog(
            byDomain
                ? Observed.unknown("domains ran past each other")
                : Observed.known(begin("relay.000001", position())))
        .build();
  }

  private States state() {
    return States.of(REPLICA.toString())
        .channel(channel())
        .gtid(way == SkipPlanner.Way.DOMAIN_POSITION ? "strict" : "ON", executed())
        .parallel(
            new ParallelSettings(Observed.known(0L), Observed.known(""), Observed.known(false)));
  }

  private List<LogReader.LogEvent> relayed(Optional<BinlogPosition> from) {
    List<LogReader.LogEvent> events = new ArrayList<>();
    for (int place = 0; place < COUNT; place++) {
      BinlogPosition at = begin("relay.000001", place);
      if (from.isPresent() && at.position() < from.get().position()) {
        continue;
      }
      long end = begin("binlog.000001", place + 1).position();
      String name = gtid(way, place).toString();
      events.add(
          switch (way) {
            case NEXT -> new LogReader.LogEvent(at, "Query", 1, end - 60, "BEGIN");
            case EMPTY_TRANSACTION ->
                new LogReader.LogEvent(at, "Gtid", 1, end - 60, "GTID_NEXT= '" + name + "'");
            case DOMAIN_POSITION ->
                new LogReader.LogEvent(at, "Gtid", 1, end - 60, "BEGIN GTID " + name);
          });
      events.add(new LogReader.LogEvent(at, "Table_map", 1, end - 40, "table_id: 7 (shop.orders)"));
      events.add(new LogReader.LogEvent(at, "Write_rows", 1, end - 20, "table_id: 7"));
      events.add(new LogReader.LogEvent(at, "Xid", 1, end, "COMMIT"));
    }
    return events;
  }

  private FlavorProvider flavor() {
    Set<Capability> capabilities =
        switch (way) {
          case NEXT -> Set.of();
          case EMPTY_TRANSACTION -> Set.of(Capability.UUID_GTID);
          case DOMAIN_POSITION -> Set.of(Capability.DOMAIN_GTID);
        };
    return new FakeFlavor(FakeFlavor.ID, capabilities).saying(new Words());
  }

  private final class Opened extends FakeSession {
    private final InstanceAddress address;

    Opened(InstanceAddress address) {
      super(flavor());
      this.address = address;
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return (address.equals(REPLICA) ? state() : States.of(address.toString())).build();
    }

    /** With one row, of which there is no more to show. */
    @Override
    public BinlogReader binlog() {
      return new BinlogReader() {
        @Override
        public void readRows(
            LoggedTransaction transaction,
            long serverId,
            Consumer<RowChange> each,
            Deadline deadline) {
          each.accept(
              new RowChange(
                  RowChange.Kind.INSERT,
                  "shop.orders",
                  List.of(),
                  List.of(new RowChange.Cell("id", "7"))));
        }

        @Override
        public void readTransactions(
            String file,
            Predicate<Head> wanted,
            Consumer<WrittenTransaction> each,
            Deadline deadline) {
          throw new AssertionError(States.WHY);
        }

        @Override
        public Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline) {
          throw new AssertionError(States.WHY);
        }
      };
    }

    @Override
    public LogReader logs() {
      return new LogReader() {
        @Override
        public List<LogFile> files(Deadline deadline) {
          return List.of();
        }

        @Override
        public List<LogEvent> list(
            Log log,
            String channel,
            Optional<BinlogPosition> from,
            int countMax,
            Deadline deadline) {
          return log == Log.RELAY
              ? relayed(from)
              : List.of(
                  new LogEvent(new BinlogPosition("binlog.000001", 4), "Gtid_list", 1, 40, "[]"));
        }
      };
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      say(
          "START " + thread,
          () -> {
            if (thread == ReplicationThread.RECEIVER) {
              receives = true;
            } else {
              apply();
            }
          });
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      say(
          "STOP " + thread,
          () -> {
            if (thread == ReplicationThread.RECEIVER) {
              receives = false;
            } else {
              applies = false;
            }
          });
    }

    @Override
    public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
      if (applies || (way == SkipPlanner.Way.DOMAIN_POSITION && receives)) {
        throw new AssertionError("it runs");
      }
      say("SKIP " + gtid, () -> left.add(FAILING));
    }

    @Override
    public void skipNext(int count, String channel, Deadline deadline) {
      if (applies) {
        throw new AssertionError("it runs");
      }
      say("SKIP " + count, () -> counter = count);
    }
  }

  private static final class Words extends FakeStatements {
    @Override
    public List<String> skipTransaction(Gtid gtid) {
      return List.of("SKIP " + gtid);
    }

    @Override
    public List<String> skipNext(int count, String channel) {
      return List.of("SKIP " + count);
    }
  }
}
