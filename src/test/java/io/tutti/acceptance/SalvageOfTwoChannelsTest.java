package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A replica of two sources: each channel continues where its own rows end, and what both sources
 * had executed there is what counts.
 */
@Matrix
class SalvageOfTwoChannelsTest {

  private record Second(SalvageBed bed, SandboxServer source) {
    static Second of(SalvageBed bed) {
      Second second = new Second(bed, bed.sandbox().server(3));
      second.source.execute("CREATE DATABASE e", "CREATE TABLE e.t (id INT PRIMARY KEY)");
      second.write(1, 5);
      second.awaitEqual();
      bed.controller().awaitDiscovered(bed.replica().address(), second.source.address());
      return second;
    }

    void write(int from, int count) {
      source.execute(
          IntStream.range(from, from + count)
              .mapToObj("INSERT INTO e.t VALUES (%d)"::formatted)
              .toArray(String[]::new));
    }

    void awaitEqual() {
      Checksums.awaitEqual(source, bed.replica(), "e.t");
    }
  }

  private static String executed(SandboxServer server) {
    return server.queryValue("SELECT @@global.gtid_executed").orElseThrow().replace("\n", "");
  }

  @ParameterizedTest(name = "{0}, {1} workers, rows are lost: {2}")
  @CsvSource({
    "MYSQL_5_7_22, 0, false",
    "MYSQL_5_7_22, 4, false",
    "MYSQL_8_0_15, 4, false",
    "MYSQL_8_0_15, 0, true"
  })
  void eachGoesOnWhereItsRowsEnd(ServerRelease release, int workers, boolean rows) {
    try (SalvageBed bed =
        SalvageBed.start(release, true, "1>2,3>2", List.of(SalvageBed.workers(release, workers)))) {
      Second second = Second.of(bed);
      Runnable lost =
          () -> {
            bed.write(20);
            second.write(100, 11);
            bed.awaitEqual();
            second.awaitEqual();
          };
      if (rows) {
        bed.loseRows(lost);
      } else {
        bed.loseBinlog(lost);
      }
      bed.write(3);
      second.write(200, 2);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");

      bed.write(2);
      second.write(300, 2);
      bed.awaitEqual();
      second.awaitEqual();
      assertThat(bed.replica().replication())
          .hasSize(2)
          .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
      assertThat(bed.replica().query("SHOW SLAVE STATUS"))
          .allSatisfy(row -> assertThat(row.firstText("Auto_Position")).isEqualTo("1"));
      List<String> counted = List.of(executed(bed.replica()).split(","));
      assertThat(counted)
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(bed.source(), second.source())
                  .flatMap(source -> Stream.of(executed(source).split(",")))
                  .toList());
      assertThat(bed.replica().query("SHOW BINARY LOGS").getFirst().firstText("Log_name"))
          .isEqualTo("binlog.000001");
    }
  }
}
