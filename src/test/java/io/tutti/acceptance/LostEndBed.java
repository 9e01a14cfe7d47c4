package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/**
 * A source that is killed under load, loses the last transactions of its binlog, and is written to
 * from the first moment on when it is back, so that it uses their names for others. What was lost
 * in truth is read by another client: what the replica has received, and what the source had when
 * it started.
 */
final class LostEndBed extends FenceBed {
  private static final int HEADER_BYTES = 19;
  private static final int TYPE_AT = 4;
  private static final int LENGTH_AT = 9;
  private static final int XID = 16;

  private final boolean byGtid;
  private Path oldLog = Path.of("");
  private long oldBytes;

  private LostEndBed(BedBuilder builder, boolean byGtid) {
    super(builder);
    this.byGtid = byGtid;
  }

  static LostEndBed start(ServerRelease release, boolean byGtid, Map<String, String> settings) {
    return new LostEndBed(Bed.of(release).byGtid(byGtid).settings(settings), byGtid);
  }

  /** A client with one session for as long as it lasts. */
  static final class Client implements AutoCloseable {
    private final FenceBed bed;
    private final Duration pause;
    private final AtomicInteger accepted = new AtomicInteger();
    private final Thread thread;
    private volatile boolean over;

    Client(FenceBed bed, Duration pause) {
      this.bed = bed;
      this.pause = pause;
      this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
      while (!over) {
        try (Connection connection =
                bed.source().connect(FenceBed.APPLICATION, Duration.ofSeconds(2));
            Statement statement = connection.createStatement()) {
          while (!over) {
            statement.executeUpdate("INSERT INTO d.t (v) VALUES (%d)".formatted(accepted.get()));
            accepted.incrementAndGet();
            if (!pause.isZero()) {
              Thread.sleep(pause);
            }
          }
        } catch (SQLException e) {
          Thread.onSpinWait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    int accepted() {
      return accepted.get();
    }

    void awaitAccepted(int count) {
      await().pollInterval(Duration.ofMillis(10)).until(() -> accepted.get() >= count);
    }

    @Override
    public void close() {
      over = true;
      try {
        thread.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Kills the source, and takes the last transactions out of its binlog. */
  void loseEnd(int transactions) throws IOException {
    oldLog = Binlogs.newest(source());
    source().killHard();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !replica().replication().getFirst().receiverState().equals("Yes"));
    oldBytes = cut(oldLog, transactions);
  }

  private static long cut(Path binlog, int transactions) throws IOException {
    Deque<Long> ends = new ArrayDeque<>();
    try (RandomAccessFile file = new RandomAccessFile(binlog.toFile(), "rw")) {
      byte[] header = new byte[HEADER_BYTES];
      long at = 4;
      while (at + HEADER_BYTES <= file.length()) {
        file.seek(at);
        file.readFully(header);
        ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        at += fields.getInt(LENGTH_AT);
        if (header[TYPE_AT] == XID && at <= file.length()) {
          ends.addLast(at);
          if (ends.size() > transactions + 1) {
            ends.removeFirst();
          }
        }
      }
      assertThat(ends).as("transactions in %s", binlog).hasSize(transactions + 1);
      file.setLength(ends.getFirst());
      return ends.getFirst();
    }
  }

  /** What the replica has received, once its source is gone. */
  String received() {
    ReplicaStatus status = ReplicaStatus.of(replica());
    if (!byGtid) {
      return status.received();
    }
    return isMariaDb()
        ? status.text("Gtid_IO_Pos")
        : status.text("Retrieved_Gtid_Set") + "," + status.text("Executed_Gtid_Set");
  }

  private String oldLogName() {
    return String.valueOf(oldLog.getFileName());
  }

  /** What the source had when it started, as its first log since begins with it. */
  private String atStart() {
    String first =
        source().query("SHOW BINARY LOGS").stream()
            .map(log -> log.firstText("Log_name"))
            .filter(log -> log.compareTo(oldLogName()) > 0)
            .findFirst()
            .orElseThrow();
    String head =
        source().query("SHOW BINLOG EVENTS IN '%s' LIMIT 3".formatted(first)).stream()
            .filter(event ->
                event.firstText("Event_type").equals("Previous_gtids")
                    || event.firstText("Event_type").equals("Gtid_list"))
            .map(event -> event.firstText("Info").replaceAll("[\\[\\]\\s]", ""))
            .findFirst()
            .orElse("");
    return isMariaDb()
        ? head
        : head + "," + source().queryValue("SELECT @@global.gtid_purged").orElse("");
  }

  /** What was lost in truth, as the product spells it; empty when nothing was. */
  Optional<String> lost(String received) {
    if (!byGtid) {
      return received.startsWith(oldLogName())
              && Long.parseLong(received.substring(received.indexOf(':') + 1)) > oldBytes
          ? Optional.of(received)
          : Optional.empty();
    }
    return isMariaDb()
        ? Optional.of(received).filter(pos -> sequence(pos) > sequence(atStart()))
        : source()
            .queryValue("SELECT GTID_SUBTRACT('%s', '%s')".formatted(received, atStart()))
            .map(gtids -> gtids.replaceAll("\\s", ""))
            .filter(gtids -> !gtids.isEmpty());
  }

  /** How many that is; by position it is not counted. */
  long lostCount(String received) {
    if (isMariaDb()) {
      return Math.max(0, sequence(received) - sequence(atStart()));
    }
    return lost(received).stream().mapToLong(LostEndBed::count).sum();
  }

  /** Of names of one UUID: {@code uuid:5-7:9}. */
  static long count(String gtids) {
    long count = 0;
    for (String interval : gtids.substring(gtids.indexOf(':') + 1).split(":")) {
      String[] ends = interval.split("-");
      count += ends.length == 1 ? 1 : Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
    }
    return count;
  }

  /** How many the product names. */
  long namedCount(JsonNode incident) {
    JsonNode replica = incident.at("/replicas/0");
    if (!replica.at("/lostOnSource").asString().equals("named")) {
      return 0;
    }
    String gtids = replica.at("/gtids").asString();
    return isMariaDb()
        ? sequence(gtids) - sequence(incident.at("/atStart/value").asString())
        : count(gtids);
  }

  private static long sequence(String position) {
    return position.isEmpty()
        ? 0
        : Long.parseLong(position.substring(position.lastIndexOf('-') + 1));
  }
}
