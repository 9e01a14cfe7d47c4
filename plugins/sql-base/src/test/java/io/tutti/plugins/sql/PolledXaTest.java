package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolledXaTest {

  /** As the statements that end it take it. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "1, 6, 0, 0x7061792D3137, 'pay-17'",
        "1, 6, 0, pay-17, 'pay-17'",
        "1, 3, 3, 0x7061792D3137, \"'pay','-17'\"",
        "7, 6, 0, pay-17, \"'pay-17','',7\"",
        "1, 2, 0, 0x00FF, X'00FF'",
        "1, 2, 0, 0x2727, ''''''",
        "1, 6, 0, 'pay-17', 'pay-17'",
      })
  void anXidIsNamedAsXaCommitTakesIt(
      long format, int global, int branch, String data, String named) {
    assertThat(
            PolledXa.xid(
                Row.of(
                    Map.of(
                        "formatID",
                        Long.toString(format),
                        "gtrid_length",
                        Integer.toString(global),
                        "bqual_length",
                        Integer.toString(branch),
                        "data",
                        data))))
        .isEqualTo(named);
  }
}
