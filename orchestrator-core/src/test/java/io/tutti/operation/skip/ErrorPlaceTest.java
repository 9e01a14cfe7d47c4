package io.tutti.operation.skip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.Gtid;
import io.tutti.model.LastError;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as real servers print them. */
class ErrorPlaceTest {
  private static ErrorPlace of(String message) {
    return ErrorPlace.of(new LastError(1062, message, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 5.6.14, by position, and before the worker has met the end of a file.
        "Worker 3 failed executing transaction '' at master log binlog.000001, end_log_pos 2188; x | binlog.000001 | 2188",
        "Worker 7 failed executing transaction '' at master log , end_log_pos 12679; x             | ''            | 12679",
        "the event's master log FIRST, end_log_pos 12679                                           | ''            | 12679",
        "Worker 4 failed executing transaction 'ANONYMOUS' at source log b-1.000001, end_log_pos 9 | b-1.000001    | 9",
        // 11.4.5 with workers.
        "handler error HA_ERR_FOUND_DUPP_KEY; the event's master log binlog.000001, end_log_pos 0  | binlog.000001 | 0",
        "Error 'Table 't' already exists' on query. Default database: 'x'. Query: 'CREATE TABLE t' | ''            | 0"
      })
  void readsThePlace(String message, String file, long end) {
    ErrorPlace place = of(message);
    assertThat(place.file().orElse("")).isEqualTo(file);
    assertThat(place.end()).isEqualTo(end);
    assertThat(place.gtid()).isEmpty();
    assertThat(place.showsNothing()).isEqualTo(end == 0);
  }

  @Test
  void readsTheName() {
    assertThat(
            of("Worker 1 failed executing transaction '3e11fa47-71ca-11e1-9e33-c80aa9429562:7' at"
                    + " master log b.000001, end_log_pos 9")
                .gtid())
        .contains(Gtid.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:7"));
  }
}
