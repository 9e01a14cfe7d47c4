package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtidTextTest {
  private static final String A = "aaaa0000-0000-0000-0000-000000000001";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aaaa0000-0000-0000-0000-000000000001:1-1523 | 1-1523",
        "aaaa0000-0000-0000-0000-000000000001:7 | 7",
        "aaaa0000-0000-0000-0000-000000000001:1-8:10-14:16 | 1-16 (2 holes)",
        "aaaa0000-0000-0000-0000-000000000001:1-9,bbbb0000-0000-0000-0000-000000000002:1 | 1-9+bbbb:1",
        "bbbb0000-0000-0000-0000-000000000002:1-3 | bbbb:1-3",
        "aaaa0000-0000-0000-0000-000000000001:1-9:fix:1-2 | 1-9+aaaa:fix:1-2",
        "0-1-88 | 0-1-88",
        "0-1-88,1-2-5,2-1-9 | 0-1-88,1-2-5,2-1-9",
        "0-1-1,1-1-1,2-1-1,3-1-1 | 0-1-1,1-1-1+2 domains",
      })
  void neverHidesThatOneSetDiffersFromAnother(String set, String shown) {
    assertThat(GtidText.relativeTo(A + ":1-1000").shorten(set)).isEqualTo(shown);
  }

  @Test
  void countsTheTransactionsOfManyOtherServers() {
    String set = A + ":1-9,bbbb-1:1-2,cccc-1:5,dddd-1:1-10";

    assertThat(GtidText.relativeTo(A + ":1-9").shorten(set)).isEqualTo("1-9+3 uuids:13 trx");
  }

  @Test
  void takesTheServerWithMostTransactionsAsTheOneThatGoesWithoutSaying() {
    assertThat(GtidText.relativeTo("bbbb-1:1-5," + A + ":1-1000").main()).isEqualTo(A);
    assertThat(GtidText.relativeTo("").main()).isEmpty();
    assertThat(GtidText.relativeTo("0-1-88").main()).isEmpty();
  }
}
