package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A replica that somebody wrote to before it lost the end of its binlog. */
@Matrix
class SalvageOfOwnTransactionsTest {

  private static void writeOwn(SalvageBed bed) {
    bed.replica()
        .execute(
            "CREATE DATABASE own",
            "CREATE TABLE own.t (id INT PRIMARY KEY)",
            "INSERT INTO own.t VALUES (1), (2)");
  }

  /** What it counts as executed. */
  private static String executed(SalvageBed bed) {
    return bed.replica()
        .queryValue(
            bed.isMariaDb() ? "SELECT @@global.gtid_binlog_state" : "SELECT @@global.gtid_executed")
        .orElseThrow();
  }

  /** How its own are named: by its UUID, or by the newest with its id. */
  private static String own(SalvageBed bed) {
    if (!bed.isMariaDb()) {
      return bed.replica().queryValue("SELECT @@global.server_uuid").orElseThrow() + ":1-3";
    }
    String id = bed.replica().queryValue("SELECT @@global.server_id").orElseThrow();
    Matcher name = Pattern.compile("0-%s-\\d+".formatted(id)).matcher(executed(bed));
    assertThat(name.find()).as(executed(bed)).isTrue();
    return name.group();
  }

  private static void awaitRead(SalvageBed bed, String own) {
    String path = "/instances/" + RunningController.encoded(bed.replica().address().toString());
    await().until(() -> bed.controller().get(path).body().toString().contains(own));
  }

  @Test
  void ofMySql57WhatItsBinlogsStillShowIsNotDeleted() {
    assertNotDeleted(ServerRelease.MYSQL_5_7_22);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_1_8", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void ofOtherReleasesWhatItsBinlogsStillShowIsNotDeleted(ServerRelease release) {
    assertNotDeleted(release);
  }

  /** Only its binlogs report of them, and those would be deleted. */
  private static void assertNotDeleted(ServerRelease release) {
    try (SalvageBed bed = SalvageBed.start(release, true)) {
      writeOwn(bed);
      String own = own(bed);
      // So often that its position hides what it wrote.
      bed.write(5);
      bed.loseBinlog(20);
      String before = executed(bed);
      assertThat(before).contains(own);

      bed.assertRefused("SALVAGE_NOT_SAFE", own, "only its binlogs show", "rebuild");

      assertThat(executed(bed)).isEqualTo(before);
      assertThat(bed.replica().query("SELECT id FROM own.t")).hasSize(2);
    }
  }

  @Test
  void ofMariaDb1011WhatItHadShownAndLostIsReported() {
    assertReported(ServerRelease.MARIADB_10_11_5);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(
      names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_1_8", "MARIADB_11_4_5"})
  void ofOtherReleasesWhatItHadShownAndLostIsReported(ServerRelease release) {
    assertReported(release);
  }

  /** They were in what was lost: their rows stay as they are, once somebody has said so. */
  private static void assertReported(ServerRelease release) {
    try (SalvageBed bed = SalvageBed.start(release, true)) {
      String[] own = new String[1];
      bed.loseBinlog(() -> {
        bed.write(10);
        bed.awaitEqual();
        writeOwn(bed);
        own[0] = own(bed);
        awaitRead(bed, own[0]);
        bed.write(10);
      });
      assertThat(executed(bed)).doesNotContain(own[0]);
      bed.write(3);

      bed.assertRefused(
          "SALVAGE_NOT_SAFE", own[0], "itself, which its source has not and its binlogs lost");
      String closing = closing(bed);
      assertThat(bed.controller().tutti("crash", "close", closing, "--why", "a test").exitCode())
          .isZero();
      assertThat(bed.plan().at("/notes").toString())
          .contains(own[0], "nothing shows it any more", "when it was read last, is not known");

      JsonNode ended = bed.salvage();

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(true);
      assertThat(bed.replica().query("SELECT id FROM own.t")).hasSize(2);
      assertThat(executed(bed)).doesNotContain(own[0]);
    }
  }

  /** The incident that the refusal wants closed. */
  private static String closing(SalvageBed bed) {
    Pattern command = Pattern.compile("incidents/([^:]+):close");
    return await()
        .until(
            () -> command.matcher(bed.ask(true).body().toString()).results().findFirst(),
            Optional::isPresent)
        .orElseThrow()
        .group(1);
  }
}
