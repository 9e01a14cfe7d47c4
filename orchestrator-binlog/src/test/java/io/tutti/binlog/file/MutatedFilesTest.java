package io.tutti.binlog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.fixtures.LogBytes;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs of which bytes were changed, by numbers that a seed gives: reading them, with their rows,
 * ends with transactions or with a trouble, never with another error, without an end, or beyond the
 * file. Half of them are files, and half are sent piece by piece. {@code -Dtutti.fuzz.seconds} says
 * for how long; the seed of a failure is printed.
 */
class MutatedFilesTest {
  private static final TableKeys KEYS =
      TableKeys.parse(List.of("a\tt\tPRIMARY\t1\t1", "a\tt\tother\t1\t2"));

  @TempDir private Path folder;

  private static List<LogBytes> logs() {
    LogBytes packed =
        LogBytes.part()
            .query("a", "BEGIN")
            .fullTable(90, "a", "t", true)
            .rowsOf(31, 90, 1, 2, 1, 3)
            .xid();
    LogBytes mySql =
        LogBytes.of("8.0.15", false, 0)
            .event(35, new byte[8])
            .gtidOf80(1, 0, 1, 1_700_000_010_000_001L, 1_700_000_009_500_000L, 321)
            .query("a", "BEGIN")
            .fullTable(70, "a", "t", true)
            .rowsOf(30, 70, 1, 10, 2, 20)
            .rowsOf(31, 70, 1, 10, 1, 11)
            .announced(
                71, "a", "j", new byte[] {3, (byte) 245}, new byte[] {4}, new byte[] {8, 1, 0})
            .rowsOf(39, 71, 2, new byte[] {0, 5, 0, 0, 0, 1, 0, 0, 0, 7, 1, 1, 0, 5, 0, 0, 0, 0})
            .xid()
            .anonymous(1, 2)
            .query("b", "DROP TABLE x")
            .anonymous(1, 3)
            .payload(packed, packed.size())
            .rotate("binlog.000002");
    LogBytes mariaDb =
        LogBytes.of("10.11.5-MariaDB-log", false, 0)
            .event(163, new byte[4])
            .gtidOfMariaDb(0, 1, 2 | 4 | 8, 77)
            .query("a", "BEGIN")
            .event(160, new byte[] {'x'})
            .fullTable(70, "a", "t", true)
            .rowsOf(23, 70, 1, 10)
            .rowsOf(166, 70, 2, new byte[] {(byte) 0x81, 9, 0x78, (byte) 0x9c, 3, 0, 0, 0, 0, 1})
            .xid()
            .gtidOfMariaDb(0, 2, 1 | 32, 0)
            .query("a", "CREATE TABLE u (i INT)")
            .stop();
    return List.of(mySql, mariaDb);
  }

  /** Changes some bytes, mostly to what lengths and counts are wrong by. */
  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] changed = Arrays.copyOf(bytes, bytes.length - random.nextInt(random.nextInt(20) + 1));
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = 4 + random.nextInt(changed.length - 4);
      changed[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) random.nextInt(256);
            case 1 -> (byte) 0xff;
            case 2 -> (byte) (changed[at] + (random.nextBoolean() ? 1 : -1));
            default -> (byte) (changed[at] ^ 1 << random.nextInt(8));
          };
    }
    return changed;
  }

  private static boolean isSent(long seed) {
    return seed / 2 % 2 == 1;
  }

  /** A server leaves events out, and says at which byte each ends, of which it has 32 bits. */
  private static long offsetMax(byte[] bytes, long seed) {
    long events = bytes.length / 19 + 1;
    return isSent(seed) ? (events << 32) + bytes.length : bytes.length;
  }

  private BinlogFile onDisk(byte[] bytes) throws IOException {
    return BinlogFile.open(LogBytes.write(folder.resolve("log"), bytes), false);
  }

  /** As a server sends it: piece by piece, with checksums compared. */
  private static BinlogFile sent(byte[] bytes, long seed) throws IOException {
    Random pieces = new Random(seed);
    InputStream whole = new ByteArrayInputStream(bytes);
    ReadableByteChannel channel =
        Channels.newChannel(
            new FilterInputStream(whole) {
              @Override
              public int read(byte[] room, int from, int most) throws IOException {
                return super.read(room, from, Math.min(most, 1 + pieces.nextInt(50)));
              }
            });
    return BinlogFile.sent("log", channel, 0, seed / 4 % 2 == 0);
  }

  private void readAll(byte[] bytes, long seed) {
    long transactions = 0;
    try (BinlogFile file = isSent(seed) ? sent(bytes, seed) : onDisk(bytes)) {
      TransactionReader reader = new TransactionReader(file, KEYS);
      while (reader.next()) {
        transactions++;
        assertThat(reader.transaction().offset() + reader.transaction().bytes())
            .as("seed %d", seed)
            .isBetween(0L, offsetMax(bytes, seed));
        assertThat(reader.transaction().rowKeys().numbers()).hasSizeLessThanOrEqualTo(1 << 20);
      }
    } catch (BinlogException e) {
      assertThat(e.trouble().offset()).as("seed %d", seed).isBetween(0L, offsetMax(bytes, seed));
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(transactions).as("seed %d", seed).isLessThan(bytes.length);
  }

  /** The first seed that was not read any more. */
  private long readMutated(long firstSeed, long count, Duration time) {
    List<byte[]> logs = logs().stream().map(LogBytes::bytes).toList();
    long end = System.nanoTime() + time.toNanos();
    long seed = firstSeed;
    for (; seed < firstSeed + count && System.nanoTime() < end; seed++) {
      Random random = new Random(seed);
      readAll(mutated(logs.get((int) (seed % logs.size())), random), seed);
    }
    return seed;
  }

  @Test
  void whateverIsWrongEndsWithATrouble() {
    assertThat(readMutated(0, 3_000, Duration.ofMinutes(2))).isPositive();
  }

  @Test
  @Tag("soak")
  void forAnHour() {
    long seconds = Long.getLong("tutti.fuzz.seconds", 3_600);
    long first = System.currentTimeMillis();
    long last = readMutated(first, Long.MAX_VALUE / 2, Duration.ofSeconds(seconds)) - 1;
    System.out.printf("seeds %d to %d, %d logs%n", first, last, last - first + 1);
    assertThat(last).isGreaterThan(first);
  }
}
