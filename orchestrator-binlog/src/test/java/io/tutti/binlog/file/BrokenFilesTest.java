package io.tutti.binlog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.fixtures.LogBytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read is said with its place, and what is before it is read. */
class BrokenFilesTest {
  @TempDir private Path folder;

  private Read read(byte[] bytes, boolean isVerified) {
    return Read.of(LogBytes.write(folder.resolve("log"), bytes), isVerified);
  }

  private void assertTrouble(byte[] bytes, Kind kind, long offset, String sentence) {
    assertThat(read(bytes, true).trouble())
        .hasValueSatisfying(trouble -> {
          assertThat(trouble.kind()).isEqualTo(kind);
          assertThat(trouble.offset()).isEqualTo(offset);
          assertThat(trouble.sentence()).contains(sentence);
          assertThat(trouble.remedy()).isNotEmpty();
        });
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void foreignFiles() {
    assertTrouble(text("[mysqld]\n"), Kind.NOT_A_BINLOG, 0, "begins as no binlog does");
    assertTrouble(text("\u001f\u008b\u0008\0"), Kind.NOT_A_BINLOG, 0, "packed by gzip");
    assertTrouble(text("\u0028\u00b5\u002f\u00fd"), Kind.NOT_A_BINLOG, 0, "packed by zstd");
    assertTrouble(new byte[0], Kind.NOT_A_BINLOG, 0, "it is empty");
    assertTrouble(text("\u00fdbin\0\0\0\0"), Kind.ENCRYPTED, 0, "encrypted");
    assertTrouble(text("\u00febin"), Kind.TRUNCATED, 4, "no event follows");
    assertTrouble(LogBytes.of("5.5.62-log").bytes(), Kind.UNSUPPORTED, 4, "MySQL 5.5.62");
    assertTrouble(LogBytes.of("").bytes(), Kind.CORRUPT, 4, "no supported release");
  }

  @Test
  void filesThatAreNone() {
    assertThat(Read.of(folder.resolve("none"), true).trouble())
        .hasValueSatisfying(trouble -> {
          assertThat(trouble.kind()).isEqualTo(Kind.UNREADABLE);
          assertThat(trouble.sentence()).isEqualTo("there is no such file");
        });
    assertThat(Read.of(folder, true).trouble())
        .hasValueSatisfying(trouble -> assertThat(trouble.sentence()).isEqualTo("it is no file"));
  }

  @Test
  void mariaDbEncryptsWhatFollowsTheFirstEvent() {
    LogBytes log = LogBytes.of("10.11.5-MariaDB-log");
    int at = log.size();
    log.event(164, new byte[17]).event(99, new byte[40]);
    assertTrouble(log.bytes(), Kind.ENCRYPTED, at, "encrypted what follows");
  }

  /** A log with something of everything. */
  private static LogBytes sample() {
    LogBytes packed = LogBytes.part().insert(90, "p", "z");
    return LogBytes.of("8.0.15")
        .event(35, new byte[8])
        .gtidOf80(1, 0, 1, 1_700_000_010_000_001L, 1_700_000_009_500_000L, 321)
        .insert(70, "a", "t")
        .anonymous(1, 2)
        .query("b", "DROP TABLE x")
        .anonymous(1, 3)
        .payload(packed, packed.size())
        .gtidOfMariaDb(0, 4, 2 | 4 | 8, 9)
        .query(165, "c", new byte[] {(byte) 0x81, 1, 2})
        .query("c", "COMMIT")
        .rotate("binlog.000002");
  }

  @Test
  void cutOffAnywhereEverythingBeforeIsReadAndThePlaceIsRight() {
    LogBytes sample = sample();
    Read complete = read(sample.bytes(), true);
    assertThat(complete.trouble()).isEmpty();
    assertThat(complete.transactions()).hasSize(4);
    for (int length = 0; length < sample.size(); length++) {
      byte[] cut = Arrays.copyOf(sample.bytes(), length);
      for (boolean isVerified : new boolean[] {false, true}) {
        assertCut(sample, complete, read(cut, isVerified), length);
      }
    }
  }

  private static void assertCut(LogBytes sample, Read complete, Read read, int length) {
    int finished = (int) complete.ends().stream().filter(end -> end <= length).count();
    assertThat(read.transactions())
        .as("cut at %d", length)
        .isEqualTo(complete.transactions().subList(0, finished));
    List<Integer> begins = sample.begins();
    if (begins.contains(length) && length > begins.getFirst()) {
      assertThat(read.trouble()).as("cut at %d, between events", length).isEmpty();
      return;
    }
    long newest = begins.stream().filter(begin -> begin < length).count();
    long offset = length < 4 ? 0 : newest == 0 ? 4 : begins.get((int) newest - 1);
    assertThat(read.trouble())
        .as("cut at %d", length)
        .hasValueSatisfying(trouble -> {
          assertThat(trouble.offset()).isEqualTo(offset);
          assertThat(trouble.kind()).isEqualTo(length < 4 ? Kind.NOT_A_BINLOG : Kind.TRUNCATED);
        });
  }

  @Test
  void oneWrongByteAnywhereIsFoundByTheChecksums() {
    LogBytes sample = sample();
    byte[] bytes = sample.bytes();
    int mark = 4 + EventReader.FLAGS_AT;
    // What says whether there are checksums.
    int algorithm = sample.begins().get(1) - EventSum.BYTES - 1;
    for (int at = 0; at < bytes.length; at++) {
      byte[] wrong = bytes.clone();
      wrong[at] ^= (byte) (1 << at % 8);
      if (at == mark || at == algorithm) {
        continue;
      }
      int place = at;
      Read read = read(wrong, true);
      assertThat(read.trouble())
          .as("byte %d is wrong", at)
          .hasValueSatisfying(trouble -> assertThat(trouble.offset()).isLessThanOrEqualTo(place));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void nothingHangsOrBreaksOnRandomDamage(int seed) {
    Random random = new Random(seed);
    byte[] sample = sample().bytes();
    for (int run = 0; run < 500; run++) {
      byte[] wrong = sample.clone();
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        wrong[random.nextInt(wrong.length)] = (byte) random.nextInt();
      }
      Read read = read(wrong, false);
      assertThat(read.ends()).allSatisfy(end -> assertThat(end).isBetween(0L, (long) wrong.length));
    }
  }

  @Test
  void whatAPayloadUnpacksToHasToBeWhatWasAnnounced() {
    LogBytes packed = LogBytes.part().insert(70, "a", "t");
    LogBytes log = LogBytes.of("9.7.4").anonymous(0, 1);
    int at = log.size();
    byte[] more = log.payload(packed, packed.size() - 1).bytes();
    assertTrouble(more, Kind.CORRUPT, at, "more came");
    byte[] less = LogBytes.of("9.7.4").anonymous(0, 1).payload(packed, packed.size() + 1).bytes();
    assertTrouble(less, Kind.CORRUPT, at, "less came");
    byte[] twice =
        LogBytes.of("9.7.4")
            .anonymous(0, 1)
            .payload(LogBytes.part().payload(packed, packed.size()), 500)
            .bytes();
    assertTrouble(twice, Kind.CORRUPT, at, "broken");
  }

  @Test
  void anUnknownEventIsNotPassedOver() {
    LogBytes log = LogBytes.of("5.7.22-log");
    int at = log.size();
    assertTrouble(log.event(99, new byte[5]).bytes(), Kind.CORRUPT, at, "no event of type 99");
  }

  @Test
  void lengthsThatCannotBe() {
    LogBytes log = LogBytes.of("5.7.22-log").anonymous(0, 1);
    int at = log.size();
    byte[] bytes = log.insert(70, "a", "t").bytes();
    bytes[at + 9] = 3;
    assertTrouble(bytes, Kind.CORRUPT, at, "says that it has 3 bytes");
    bytes[at + 9] = 120;
    assertTrouble(bytes, Kind.CORRUPT, at, "says that it ends at byte");
  }
}
