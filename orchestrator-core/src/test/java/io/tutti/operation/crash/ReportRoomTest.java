package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.model.BinlogPosition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Whatever servers have written into their binlogs, a report of it stays as long as one is read.
 */
class ReportRoomTest {
  private static WrittenTransaction ofCharacters(int count) {
    return new WrittenTransaction(
        Optional.empty(),
        new BinlogPosition("b.000001", 4),
        1,
        Instant.EPOCH,
        List.of("x".repeat(count)),
        List.of(),
        0,
        List.of(),
        Optional.empty());
  }

  @Test
  void keepsTwentyMillionCharactersAndNoneAfterThem() {
    ReportRoom room = new ReportRoom();
    for (int i = 0; i < 19; i++) {
      assertThat(room.keeps(ofCharacters(1_000_000))).isTrue();
    }
    assertThat(room.keeps(ofCharacters(1_000_000))).isFalse();
    assertThat(room.keeps(ofCharacters(1))).as("it would be told out of its order").isFalse();
  }

  @Test
  void countsTransactionsThatSayNothing() {
    ReportRoom room = new ReportRoom();
    for (int i = 0; i < 39_000; i++) {
      assertThat(room.keeps(ofCharacters(0))).isTrue();
    }
    assertThat(room.keeps(ofCharacters(1_000_000))).isFalse();
  }

  /** What a transaction takes beside its characters counts as well. */
  @Test
  void keepsToTheLastCharacter() {
    int most = (int) ReportRoom.CHARACTERS_MAX - 500;

    assertThat(new ReportRoom().keeps(ofCharacters(most))).isTrue();
    assertThat(new ReportRoom().keeps(ofCharacters(most + 1))).isFalse();
  }
}
