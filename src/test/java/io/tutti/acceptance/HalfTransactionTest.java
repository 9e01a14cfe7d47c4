package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.model.BinlogPosition;
import io.tutti.sandbox.SandboxLink;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * By position, a source dies while it sends a long transaction, of which each replica has another
 * part: none of them can apply that, so all have the same. That it is lost takes a person's word;
 * then one takes the place at once, and the other one follows it.
 */
class HalfTransactionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String LONG_ROWS =
      "INSERT INTO d.big SELECT id, REPEAT('x', 1000000) FROM d.t";

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_11_5
      })
  void countsForNobody(ServerRelease release) {
    try (Bed bed =
        Bed.of(release)
            .byGtid(false)
            .topology("1>2,1>3")
            .about(1)
            .mayAttach()
            .proxiedLinks()
            .operationMax(Duration.ofMinutes(4))
            .start()) {
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      bed.createTable();
      bed.source().execute("CREATE TABLE d.big (id INT PRIMARY KEY, t LONGTEXT)");
      bed.write(64);
      bed.awaitKnown();
      replicas.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      sendHalf(bed);
      awaitSeen(bed);
      bed.source().killHard();
      links(bed).forEach(SandboxLink::cut);
      await()
          .atMost(PATIENCE)
          .until(
              () -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
      assertThat(ReplicaStatus.of(replicas.getFirst()).received())
          .isNotEqualTo(ReplicaStatus.of(replicas.getLast()).received());

      String source = bed.source().address().toString();
      CommandResult refused = bed.controller().tutti("failover", source, "--yes");
      assertThat(refused.toString())
          .contains(
              "lacks what was seen before, so it would be lost: %s had written".formatted(source))
          .doesNotContain("not all replicas can follow");
      CommandResult shown =
          bed.controller().tutti("failover", source, "--force", "--why", "it is gone", "--dry-run");
      assertThat(shown.toString()).contains("within a transaction of which it did not receive");
      CommandResult done =
          bed.controller().tutti("failover", source, "--force", "--why", "it is gone", "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertTookOver(bed, replicas);
    }
  }

  private static List<SandboxLink> links(Bed bed) {
    return List.of(bed.sandbox().link(1, 2), bed.sandbox().link(1, 3));
  }

  /** Each replica is cut off within it; the second one later than the first. */
  private static void sendHalf(Bed bed) {
    links(bed).forEach(link -> link.delay(Duration.ofMillis(500)));
    bed.source().execute(LONG_ROWS);
    String received = ReplicaStatus.of(bed.server(2)).applied();
    for (SandboxLink link : links(bed)) {
      String before = received;
      SandboxServer replica = bed.server(link.replica());
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> isWithin(ReplicaStatus.of(replica), before));
      link.cut(SandboxLink.CutMode.DROP);
      received = settled(replica);
    }
  }

  /** What was under way is received yet. */
  private static String settled(SandboxServer replica) {
    AtomicReference<String> last = new AtomicReference<>("");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> {
          String now = ReplicaStatus.of(replica).received();
          return now.equals(last.getAndSet(now));
        });
    return Objects.requireNonNull(last.get());
  }

  /** And further than that place. */
  private static boolean isWithin(ReplicaStatus status, String place) {
    BinlogPosition received = BinlogPosition.parse(status.received());
    return !status.received().equals(status.applied())
        && received.relationTo(BinlogPosition.parse(place)) == BinlogPosition.Relation.AFTER;
  }

  /** The controller has read how far its source had written. */
  private static void awaitSeen(Bed bed) {
    String end =
        bed.source()
            .query(
                bed.source().release().has(ServerFeature.SOURCE_REPLICA_TERMS)
                    ? "SHOW BINARY LOG STATUS"
                    : "SHOW MASTER STATUS")
            .getFirst()
            .firstText("Position");
    await()
        .atMost(PATIENCE)
        .until(() ->
            bed.controller()
                .tutti("instance", bed.source().address().toString(), "--json")
                .output()
                .contains(end));
  }

  private static void assertTookOver(Bed bed, List<SandboxServer> replicas) {
    Optional<SandboxServer> now = replicas.stream().filter(ResolveBed::takesWrites).findFirst();
    assertThat(now).as("one takes writes").isPresent();
    SandboxServer other =
        replicas.stream().filter(each -> !each.equals(now.get())).findFirst().orElseThrow();
    assertThat(ResolveBed.takesWrites(other)).isFalse();
    assertThat(now.get().queryValue("SELECT COUNT(*) FROM d.big")).contains("0");
    now.get().execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
    Checksums.awaitEqual(now.get(), other, "d.t");
    Checksums.awaitEqual(now.get(), other, "d.big");
  }
}
