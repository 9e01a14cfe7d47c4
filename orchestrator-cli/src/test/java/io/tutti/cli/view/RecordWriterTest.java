package io.tutti.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.BootBody;
import io.tutti.api.ParallelismBody;
import io.tutti.api.TokenBody;
import io.tutti.api.TokenView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
  @Test
  void saysWhatIsSaidAndNothingElse() {
    assertThat(Json.write(ParallelismBody.NONE)).isEqualTo("{}");
    assertThat(
            Json.write(
                new ParallelismBody(
                    Optional.of(Map.of("workers", "8")),
                    Optional.of(false),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(List.of("db2:3306")),
                    Optional.of(3),
                    Optional.of(Duration.ofSeconds(5)))))
        .isEqualTo(
            "{\"settings\":{\"workers\":\"8\"},\"dryRun\":false,\"alsoOn\":[\"db2:3306\"],"
                + "\"atOnceMax\":3,\"settle\":\"PT5S\"}");
  }

  @Test
  void writesTimesAndConstantsByTheirNames() {
    assertThat(
            Json.write(
                new TokenBody(
                    Optional.of("a"), Optional.of(TokenView.Role.REPORTER), Optional.empty())))
        .isEqualTo("{\"name\":\"a\",\"role\":\"REPORTER\"}");
    assertThat(
            Json.write(
                new BootBody(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Instant.EPOCH),
                    Optional.empty(),
                    Optional.empty())))
        .isEqualTo("{\"bootedAt\":\"1970-01-01T00:00:00Z\"}");
  }
}
