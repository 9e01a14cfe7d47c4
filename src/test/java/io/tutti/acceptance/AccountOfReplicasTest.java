package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The account with which the old source of a switchover is to replicate is shown to be let in
 * before anything is planned; of one that is not, the refusal says what helps, and that does.
 */
class AccountOfReplicasTest {
  private static final String PASSWORD = "Re-plica-2";
  private static final String ACCOUNT = "'repl2'@'%'";

  /** What is wrong with it, what makes it right again, and what the refusal says. */
  private record Wrong(List<String> made, List<String> repaired, String said, String remedy) {}

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_11_5
      })
  void thatIsNotLetInIsRefusedInThePlan(ServerRelease release) {
    try (Bed bed = start(release, PASSWORD)) {
      SandboxServer source = bed.source();
      source.execute(
          "CREATE USER %s IDENTIFIED BY '%s'".formatted(ACCOUNT, PASSWORD),
          "GRANT REPLICATION SLAVE ON *.* TO " + ACCOUNT);
      for (Wrong wrong : wrongs(release)) {
        source.execute(wrong.made().toArray(String[]::new));
        awaitReplicated(bed);
        Answer refusal = switchover(bed, true, false);
        assertThat(refusal.status()).as("%s: %s", wrong, refusal.body()).isEqualTo(422);
        assertThat(refusal.text("/code")).isEqualTo("SWITCHOVER_NOT_SAFE");
        assertThat(refusal.body().toString())
            .contains(wrong.said(), wrong.remedy(), "Nothing was changed.")
            .doesNotContain(PASSWORD);
        source.execute(wrong.repaired().toArray(String[]::new));
      }
      awaitReplicated(bed);

      Answer planned = switchover(bed, true, false);

      assertThat(planned.status()).as("%s", planned.body()).isEqualTo(200);
      assertThat(planned.body().at("/notes").toString()).contains("lets 'repl2' in without TLS");
    }
  }

  /** It exists nowhere: what is wrong is its length alone. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_5_6_14, ServerRelease.MARIADB_10_11_5})
  void thatNoChannelTakesIsRefusedWhoeverTakesItOn(ServerRelease release) {
    int bytesMax = release.family() == ServerFamily.MYSQL ? 32 : 96;
    String password = "x".repeat(bytesMax + 1);
    try (Bed bed = start(release, password)) {
      bed.source()
          .execute(
              "CREATE USER %s IDENTIFIED BY '%s'".formatted(ACCOUNT, password),
              "GRANT REPLICATION SLAVE ON *.* TO " + ACCOUNT);
      awaitReplicated(bed);
      for (boolean isTakenOn : List.of(false, true)) {
        Answer refusal = switchover(bed, true, isTakenOn);
        assertThat(refusal.status()).as("%s", refusal.body()).isEqualTo(422);
        assertThat(refusal.body().toString())
            .contains(
                "its password has %d bytes, and a channel keeps %d"
                    .formatted(bytesMax + 1, bytesMax))
            .doesNotContain(password);
      }
    }
  }

  private static Bed start(ServerRelease release, String password) {
    Bed bed =
        Bed.of(release)
            .about(1)
            .settings(
                Map.of("TUTTI_REPLICATION_USER", "repl2", "TUTTI_REPLICATION_PASSWORD", password))
            .start();
    bed.createTable();
    bed.awaitKnown();
    return bed;
  }

  private static void awaitReplicated(Bed bed) {
    bed.write(1);
    Checksums.awaitEqual(bed.source(), bed.replica(), "d.t");
  }

  static Answer switchover(Bed bed, boolean dryRun, boolean accountUnproved) {
    return bed.controller()
        .post(
            "/clusters/%s:switchover"
                .formatted(RunningController.encoded(bed.source().address().toString())),
            "{\"dryRun\":%s,\"accountUnproved\":%s}".formatted(dryRun, accountUnproved));
  }

  private static List<Wrong> wrongs(ServerRelease release) {
    boolean alters = release != ServerRelease.MYSQL_5_6_14;
    String password =
        alters ? "ALTER USER %s IDENTIFIED BY '%s'" : "SET PASSWORD FOR %s = PASSWORD('%s')";
    String tls = alters ? "ALTER USER %s REQUIRE %s" : "GRANT USAGE ON *.* TO %s REQUIRE %s";
    List<Wrong> all = new ArrayList<>();
    all.add(
        new Wrong(
            List.of(password.formatted(ACCOUNT, "another")),
            List.of(password.formatted(ACCOUNT, PASSWORD)),
            "does not let 'repl2' in without TLS",
            "tutti.replication.password"));
    all.add(
        new Wrong(
            List.of("RENAME USER %s TO 'repl2'@'10.9.8.%%'".formatted(ACCOUNT)),
            List.of("RENAME USER 'repl2'@'10.9.8.%%' TO %s".formatted(ACCOUNT)),
            "does not let 'repl2' in without TLS",
            "CREATE USER 'repl2'@'127.0.0.1' IDENTIFIED BY 'PASSWORD'"));
    all.add(
        new Wrong(
            List.of("REVOKE REPLICATION SLAVE ON *.* FROM " + ACCOUNT),
            List.of("GRANT REPLICATION SLAVE ON *.* TO " + ACCOUNT),
            "error 1227",
            "GRANT REPLICATION SLAVE ON *.* TO 'repl2'@"));
    all.add(
        new Wrong(
            List.of(tls.formatted(ACCOUNT, "SSL")),
            List.of(tls.formatted(ACCOUNT, "NONE")),
            "does not let 'repl2' in without TLS",
            "let the channels here use TLS"));
    if (alters) {
      all.add(
          new Wrong(
              List.of("ALTER USER %s ACCOUNT LOCK".formatted(ACCOUNT)),
              List.of("ALTER USER %s ACCOUNT UNLOCK".formatted(ACCOUNT)),
              "locked",
              "ACCOUNT UNLOCK"));
    }
    return all;
  }
}
