package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Fault by fault, on real servers under load, what becomes of the rows that an application was told
 * are written, and who takes writes (docs/failover.md).
 */
@Matrix
class FailoverTableTest {
  /** As servers have it by default; servers of tests have 4 s. */
  private static final String NOTICED_BY_NO_RECEIVER = "slave_net_timeout=60";

  /** Of each line of servers one at least; the other two releases are as their neighbors. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MYSQL_5_6_14", "MARIADB_10_2_11"})
  private @interface OnEachRelease {}

  @TempDir private Path folder;

  @OnEachRelease
  void aSourceIsKilledAndIsBackLater(ServerRelease release) {
    try (FailoverBed bed = FailoverBed.start(release)) {
      bed.source().killHard();
      bed.succeeded(bed.ended(bed.failOver(bed.source())));
      SandboxServer now = bed.awaitTaking(bed.replicas());

      bed.source().start();

      bed.assertFenced(bed.source());
      bed.assertTakenOver(bed.source(), now, others(bed, now));
    }
  }

  private static List<SandboxServer> others(FailoverBed bed, SandboxServer now) {
    return bed.replicas().stream().filter(each -> each.node() != now.node()).toList();
  }

  @OnEachRelease
  void aSourceIsFrozenAndContinuesLater(ServerRelease release) {
    isFrozenAndContinuesLater(
        FailoverBed.of(release).topology("1>2,1>3").options(NOTICED_BY_NO_RECEIVER));
  }

  /** The receivers of its replicas try to connect once more, and wait for it, when it is judged. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_11_4_5"})
  void aSourceIsFrozenAndItsReplicasNoticeThat(ServerRelease release) {
    isFrozenAndContinuesLater(FailoverBed.of(release).topology("1>2,1>3"));
  }

  private static void isFrozenAndContinuesLater(BedBuilder builder) {
    try (FailoverBed bed = FailoverBed.start(builder)) {
      bed.source().freeze();
      bed.succeeded(bed.ended(bed.failOver(bed.source())));
      SandboxServer now = bed.awaitTaking(bed.replicas());
      bed.writes().awaitMore(now, 50);

      bed.source().thaw();

      bed.assertFenced(bed.source());
      bed.assertTakenOver(bed.source(), now, others(bed, now));
    }
  }

  /** Nothing is wrong with the source. */
  @OnEachRelease
  void theLinkBetweenSourceAndReplicasIsCut(ServerRelease release) {
    try (FailoverBed bed =
        FailoverBed.start(FailoverBed.of(release).topology("1>2,1>3").proxiedLinks())) {
      bed.sandbox().link(1, 2).cut();
      bed.sandbox().link(1, 3).cut();
      await()
          .atMost(FailoverBed.PATIENCE)
          .until(() ->
              bed.replicas().stream()
                  .allMatch(each ->
                      bed.operations().findings(each.address()).contains("RECEIVER_FAILED")));

      assertRefused(bed, "it answers");

      bed.assertOnlySourceTookWrites();
      assertThat(FenceBed.isOpen(bed.source())).isTrue();
    }
  }

  private static void assertRefused(FailoverBed bed, String why) {
    Answer refused = bed.request(bed.source());
    assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
    assertThat(refused.text("/detail")).contains(why, "Nothing was changed.");
  }

  @OnEachRelease
  void theLinkBetweenTheControllerAndTheSourceIsCut(ServerRelease release) {
    try (StatementProxy proxy = StatementProxy.listen();
        FailoverBed bed =
            FailoverBed.start(
                FailoverBed.of(release).topology("1>2,1>3").behind(Map.of(1, proxy)))) {
      proxy.cut();
      await()
          .atMost(FailoverBed.PATIENCE)
          .until(() ->
              bed.operations()
                  .findings(bed.address(bed.source()))
                  .contains("SOURCE_UNREACHABLE_FROM_HERE"));

      assertRefused(bed, "it is not proved to be dead");

      bed.writes().awaitMore(bed.source(), 50);
      bed.assertOnlySourceTookWrites();
    }
  }

  /** What it has alone is not given up: it is waited for. */
  @OnEachRelease
  void aReplicaDiesWithTheSource(ServerRelease release) {
    try (FailoverBed bed = FailoverBed.start(release)) {
      SandboxServer replica = bed.server(3);
      replica.killHard();
      bed.source().killHard();
      await()
          .atMost(FailoverBed.PATIENCE)
          .until(
              () -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
      assertRefused(bed, "does not answer");
      bed.assertOnlySourceTookWrites();

      replica.start();

      await().atMost(FailoverBed.PATIENCE).until(() -> bed.request(bed.source()).status() == 202);
      SandboxServer now = bed.awaitTaking(bed.replicas());
      bed.assertTakenOver(bed.source(), now, others(bed, now));
    }
  }

  /**
   * What stands before each replica: any of them may have received the most, and takes the place
   * then, whoever is preferred.
   */
  private record Proxies(StatementProxy two, StatementProxy three) implements AutoCloseable {
    static Proxies listen() {
      return new Proxies(StatementProxy.listen(), StatementProxy.listen());
    }

    FailoverBed bed(ServerRelease release) {
      return FailoverBed.start(
          FailoverBed.of(release).topology("1>2,1>3").behind(Map.of(2, two, 3, three)));
    }

    /** Whichever replica it is said to first. */
    Trap trap(String statement, When when, Runnable action) {
      return StatementProxy.trapFirst(statement, when, Map.of(two, action, three, action));
    }

    /** The replica that it is said to is killed. */
    Trap trapThatKills(FailoverBed bed, String statement, When when) {
      return StatementProxy.trapFirst(
          statement, when, Map.of(two, bed.server(2)::killHard, three, bed.server(3)::killHard));
    }

    @Override
    public void close() {
      two.close();
      three.close();
    }
  }

  private static void assertSprung(Trap trap, FailoverBed bed, String operation)
      throws InterruptedException {
    assertThat(trap.awaitSprung())
        .as(() -> "at %s: %s".formatted(trap, bed.controller().events(operation)))
        .isTrue();
  }

  private static String stop(ServerRelease release) {
    return "STOP " + ReplicaStatus.word(release);
  }

  /** It is left out, and clients are served. */
  @OnEachRelease
  void aReplicaDiesInTheMiddle(ServerRelease release) throws InterruptedException {
    try (Proxies proxies = Proxies.listen();
        FailoverBed bed = proxies.bed(release)) {
      Trap trap = proxies.trapThatKills(bed, "CHANGE ", When.BEFORE);
      bed.source().killHard();
      String operation = bed.failOver(bed.source());
      assertSprung(trap, bed, operation);

      bed.succeeded(bed.ended(operation));

      assertThat(bed.controller().events(operation).toString()).contains("was left out");
      List<SandboxServer> living =
          bed.replicas().stream().filter(SandboxServer::isRunning).toList();
      assertThat(living).hasSize(1);
      bed.assertTakenOver(bed.source(), living.getFirst(), List.of());
    }
  }

  @OnEachRelease
  void theOldSourceReturnsInTheMiddle(ServerRelease release) throws InterruptedException {
    try (Proxies proxies = Proxies.listen();
        FailoverBed bed = proxies.bed(release)) {
      Trap trap = proxies.trap(stop(release), When.JUST_BEFORE, bed.source()::start);
      bed.source().killHard();
      String operation = bed.failOver(bed.source());
      assertSprung(trap, bed, operation);

      bed.succeeded(bed.ended(operation));

      bed.assertFenced(bed.source());
      SandboxServer now = bed.awaitTaking(bed.replicas());
      bed.assertTakenOver(bed.source(), now, others(bed, now));
    }
  }

  @OnEachRelease
  void twoSourcesDieOneAfterTheOther(ServerRelease release) {
    try (FailoverBed bed = FailoverBed.start(FailoverBed.of(release).topology("1>2,1>3,1>4"))) {
      bed.source().killHard();
      bed.succeeded(bed.ended(bed.failOver(bed.source())));
      SandboxServer second = bed.awaitTaking(bed.replicas());
      bed.writes().awaitMore(second, 50);
      List<SandboxServer> left = others(bed, second);
      await()
          .atMost(FailoverBed.PATIENCE)
          .until(() ->
              left.stream()
                  .allMatch(each ->
                      bed.controller()
                          .instance(each.address())
                          .at("/channels")
                          .toString()
                          .contains(second.address().toString())));

      second.killHard();
      bed.succeeded(bed.ended(bed.failOver(second)));

      SandboxServer third = bed.awaitTaking(left);
      bed.assertTakenOver(
          second, third, left.stream().filter(each -> each.node() != third.node()).toList());
    }
  }

  @OwnProcess
  @OnEachRelease
  void theControllerIsKilledAtAStop(ServerRelease release) throws InterruptedException {
    theControllerIsKilled(release, stop(release));
  }

  @OwnProcess
  @OnEachRelease
  void theControllerIsKilledAsOneIsOpened(ServerRelease release) throws InterruptedException {
    theControllerIsKilled(release, "read_only = OFF");
  }

  @OwnProcess
  @OnEachRelease
  void theControllerIsKilledAtAReset(ServerRelease release) throws InterruptedException {
    theControllerIsKilled(release, "RESET " + ReplicaStatus.word(release));
  }

  /** Before it is said to who takes the place, and after. */
  private static void theControllerIsKilled(ServerRelease release, String statement)
      throws InterruptedException {
    for (When when : List.of(When.BEFORE, When.AFTER)) {
      try (Proxies proxies = Proxies.listen();
          FailoverBed bed = proxies.bed(release)) {
        Trap trap = proxies.trap(statement, when, bed.controller()::killHard);
        bed.source().killHard();
        String operation = bed.failOver(bed.source());
        assertSprung(trap, bed, operation);
        bed.controller().startAgain();

        bed.succeeded(bed.ended(operation));

        SandboxServer now = bed.awaitTaking(bed.replicas());
        bed.assertTakenOver(bed.source(), now, others(bed, now));
      }
    }
  }

  /** One that hangs costs its deadline; one that may abort does, and nobody takes the place. */
  @OwnProcess
  @OnEachRelease
  void aHookHangsAndAnotherOneFails(ServerRelease release) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Path hangs = program("hangs", "sleep 100");
    Path fails = program("fails", "test -e " + folder.resolve("yes"));
    try (FailoverBed bed = FailoverBed.start(release)) {
      Files.writeString(
          bed.controller().home().resolve("tutti.yaml"),
          """
          tutti:
            hooks:
              slow:
                kind: command
                events: ["before-failover"]
                command: ["%s"]
                policy: ADVISORY
                deadline: 1s
              guard:
                kind: command
                events: ["before-failover"]
                command: ["%s"]
                policy: MAY_ABORT
          """
              .formatted(hangs, fails));
      bed.controller().killHardAndStartAgain();
      bed.awaitKnown();
      bed.source().killHard();

      JsonNode aborted = bed.ended(bed.failOver(bed.source()));
      assertThat(aborted.at("/state").asString()).as("%s", aborted).isEqualTo("FAILED");
      assertThat(aborted.at("/reason").asString()).isEqualTo("HOOK_ABORTED");
      bed.assertOnlySourceTookWrites();

      Files.createFile(folder.resolve("yes"));
      bed.succeeded(bed.ended(bed.failOver(bed.source())));
      SandboxServer now = bed.awaitTaking(bed.replicas());
      bed.assertTakenOver(bed.source(), now, others(bed, now));
    }
  }

  private Path program(String name, String says) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + says + "\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }
}
