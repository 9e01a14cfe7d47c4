package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Ghosts whose names are of several origins, UUIDs on MySQL and domains on MariaDB, before their
 * source has used the names again, and afterwards.
 */
@Matrix
class LostOnSourceOfOriginsTest {
  /** Of servers that were sources before; the third origin is the source itself. */
  private static final List<String> UUIDS =
      List.of("aaaaaaaa-0000-0000-0000-000000000001", "bbbbbbbb-0000-0000-0000-000000000002");

  private static final int ORIGINS = UUIDS.size() + 1;

  /** So many of each origin, by turns, in one session. */
  private static List<String> writes(ServerFamily family, int each, int firstId, String value) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < each * ORIGINS; i++) {
      int origin = i % ORIGINS;
      if (family == ServerFamily.MARIADB) {
        said.add("SET SESSION gtid_domain_id = " + origin);
      } else if (origin < UUIDS.size()) {
        said.add("SET gtid_next = '%s:%d'".formatted(UUIDS.get(origin), i / ORIGINS + 1));
      } else {
        said.add("SET gtid_next = 'AUTOMATIC'");
      }
      said.add("INSERT INTO d.t VALUES (%d, '%s')".formatted(firstId + i, value));
    }
    return said;
  }

  @ParameterizedTest(name = "{0}, {1} of each lost")
  @CsvSource({
    "MYSQL_5_7_22, 0",
    "MYSQL_5_7_22, 334",
    "MYSQL_8_0_15, 1",
    "MARIADB_10_1_8, 1",
    "MARIADB_10_11_5, 0",
    "MARIADB_10_11_5, 334"
  })
  void areFoundBeforeTheirNamesAreUsedAgainAndAfter(ServerRelease release, int each) {
    int lost = each * ORIGINS;
    try (LostWritesBed bed = LostWritesBed.start(release, true)) {
      bed.lose(writes(release.family(), each, 100, "lost"));
      SandboxServer source = bed.source();

      JsonNode before = bed.report();
      assertThat(before.at("/lostOnSource").asString())
          .as("%s", before)
          .isEqualTo(each == 0 ? "none" : "named");
      assertThat(before.at("/transactions")).as("%s", before).hasSize(lost);
      assertThat(before.at("/replaced")).isEmpty();
      if (each > 0) {
        assertThat(before.at("/gtids").asString()).contains(names(release, each));
      }
      String incident = new IncidentBed(bed.controller(), source).settled(1).at("/id").asString();

      source.execute(
          writes(release.family(), Math.max(1, each), 5000, "new").toArray(String[]::new));
      JsonNode after = bed.report();
      assertThat(after.at("/lostOnSource")).as("%s", after).isEqualTo(before.at("/lostOnSource"));
      assertThat(after.at("/replaced")).as("%s", after).hasSize(lost);

      JsonNode kept =
          bed.controller().get("/incidents/%s/report".formatted(incident)).body().at("/replicas/0");
      assertThat(kept.at("/lostOnSource")).as("%s", kept).isEqualTo(before.at("/lostOnSource"));
      assertThat(kept.at("/replaced")).as("%s", kept).hasSize(lost);
    }
  }

  private static List<String> names(ServerRelease release, int each) {
    if (release.family() == ServerFamily.MARIADB) {
      return List.of("0-", "1-", "2-");
    }
    String numbers = each == 1 ? ":1" : ":1-" + each;
    return UUIDS.stream().map(uuid -> uuid + numbers).toList();
  }

  /** Each process begins a binlog of its own, so the lost places stay beyond the end. */
  @Test
  void placesOfABinlogThatWasCutAreNotUsedAgain() {
    try (LostWritesBed bed = LostWritesBed.start(ServerRelease.MYSQL_5_7_22, false)) {
      bed.lose(LostWritesBed.writes(3));
      SandboxServer source = bed.source();
      JsonNode before = bed.report();
      assertThat(before.at("/lostOnSource").asString()).as("%s", before).isEqualTo("beyond");

      source.execute(
          IntStream.range(0, 50)
              .mapToObj(i -> "INSERT INTO d.t VALUES (%d, 'new')".formatted(500 + i))
              .toArray(String[]::new));
      bed.replica().startReplication();

      JsonNode after = bed.report();
      assertThat(after.at("/lostOnSource")).as("%s", after).isEqualTo(before.at("/lostOnSource"));
      assertThat(after.at("/transactions")).as("%s", after).hasSize(3);
    }
  }
}
