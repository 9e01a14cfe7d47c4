package io.tutti.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tutti.model.BinlogPosition.Relation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BinlogPositionTest {

  @Test
  void printsAndParses() {
    BinlogPosition position = new BinlogPosition("mysql-bin.000012", 4711);
    assertThat(position).hasToString("mysql-bin.000012:4711");
    assertThat(BinlogPosition.parse("mysql-bin.000012:4711")).isEqualTo(position);
    assertThat(position.sequence()).isEqualTo(12);
    assertThat(position.baseName()).isEqualTo("mysql-bin");
  }

  @ParameterizedTest
  @CsvSource({
    "db1.bin.000012:5, db1.bin.000012:5, SAME",
    "bin.000012:5, bin.000012:40, BEFORE",
    "bin.000012:999, bin.000013:4, BEFORE",
    "bin.1000000:4, bin.999999:4, AFTER",
    "bin.000012:5, relay.000012:5, INCOMPARABLE",
  })
  void ordersPositionsOfOneLog(String left, String right, Relation expected) {
    assertThat(BinlogPosition.parse(left).relationTo(BinlogPosition.parse(right)))
        .isEqualTo(expected);
  }

  @Test
  void incomparablePositionsAreKnownToBeNeitherBeforeNorAfter() {
    assertThat(Relation.INCOMPARABLE.isAtOrBefore()).isFalse();
    assertThat(Relation.INCOMPARABLE.isAtOrAfter()).isFalse();
    assertThat(Relation.SAME.isAtOrBefore()).isTrue();
    assertThat(Relation.SAME.isAtOrAfter()).isTrue();
    assertThat(Relation.BEFORE.isAtOrBefore()).isTrue();
    assertThat(Relation.AFTER.isAtOrAfter()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":4", "bin:4", ".000001:4", "bin.000001", "bin.000001:", "bin.1:-4"})
  void refusesOtherText(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> BinlogPosition.parse(text));
  }

  @Test
  void refusesNegativePositions() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BinlogPosition("bin.000001", -1));
  }
}
