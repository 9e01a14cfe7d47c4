package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RandomCluster.Trait;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.SqlScript;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * A {@link RandomCluster} is switched over, its source dies and is failed over, the old source
 * comes home, and every server is restarted, while an application writes and the controller is
 * killed. In the end the servers are asked what is so.
 */
final class RandomClusterLife implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** What is refused for so long is refused. */
  private static final Duration REFUSED_AFTER = Duration.ofSeconds(40);

  /**
   * Of odd defaults these hide rows, end their query, or let it wait for a prepared transaction.
   */
  private static final List<String> ALL_IDS =
      List.of(
          "SET SESSION sql_select_limit = 18446744073709551615",
          "/*!50708 SET SESSION max_execution_time = 0 */",
          "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
          "SELECT id FROM d.t");

  private final RandomCluster drawn;
  private final Instant began = Instant.now();
  private final List<String> lines = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final Bed bed;
  private final ApplicationWrites writes;
  private Optional<Connection> prepared = Optional.empty();
  private Optional<SandboxServer> away = Optional.empty();

  private RandomClusterLife(RandomCluster drawn, Path folder) {
    this.drawn = drawn;
    this.bed = new RandomClusterBed(drawn, folder).start();
    this.writes = ApplicationWrites.start(bed.sandbox().servers().subList(0, 3));
  }

  /**
   * @param wrong what is not so on the servers, or ought not to be; empty where all is right
   */
  record Outcome(List<String> lines, List<String> wrong) {
    String text(RandomCluster drawn) {
      return "%s%n%s%n%s"
          .formatted(
              drawn.line(),
              String.join("\n", lines),
              wrong.isEmpty() ? "  all is right" : "  WRONG: " + String.join("\n  WRONG: ", wrong));
    }
  }

  static Outcome live(RandomCluster drawn, Path folder) {
    try (RandomClusterLife life = new RandomClusterLife(drawn, folder)) {
      try {
        life.live();
      } catch (RuntimeException | AssertionError e) {
        life.wrong.add("it did not come to its end: " + e);
      }
      return new Outcome(List.copyOf(life.lines), List.copyOf(life.wrong));
    }
  }

  private void live() {
    SandboxServer first = bed.source();
    note("the servers run");
    writes.awaitMore(first, 50);
    prepare(first);
    SandboxServer second = switchedOver(first);
    if (failOver(second)) {
      SandboxServer third = writer();
      writes.release();
      writes.awaitMore(third, 20);
      comeHome(second, third);
    } else {
      revive(second);
      open(second);
      writes.release();
    }
    restartAll(writer());
  }

  private void note(String line) {
    lines.add(
        "%6.1f s  %s".formatted(Duration.between(began, Instant.now()).toMillis() / 1000.0, line));
  }

  private void prepare(SandboxServer source) {
    if (drawn.has(Trait.PREPARED)) {
      try {
        prepared = Optional.of(RandomClusterBed.prepare(source));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns who has the place then. */
  private SandboxServer switchedOver(SandboxServer from) {
    long since = System.nanoTime();
    String path = "/clusters/%s:switchover".formatted(encoded(from));
    askedAgain(path, drawn.kills().get(0));
    SandboxServer now = writer();
    writes.awaitMore(now, 20);
    if (now != from && writes.takenBeside(from, now, since) > 0) {
      wrong.add("%d and %d took writes at the same time".formatted(from.node(), now.node()));
    }
    note("%d takes writes".formatted(now.node()));
    return now;
  }

  /** Until another server has all; the last one may be late, or stopped. */
  private void awaitReceived(SandboxServer source) {
    SandboxServer other = members().getFirst() == source ? members().get(1) : members().getFirst();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> ids(other).equals(ids(source)));
  }

  /** Returns whether another one has the place. */
  private boolean failOver(SandboxServer from) {
    if (drawn.has(Trait.QUIET)) {
      writes.hold();
      awaitReceived(from);
    }
    if (drawn.has(Trait.FREEZES)) {
      from.freeze();
    } else {
      from.killHard();
    }
    away = Optional.of(from);
    note("%d is %s".formatted(from.node(), drawn.has(Trait.FREEZES) ? "frozen" : "killed"));
    if (drawn.has(Trait.BY_ITSELF)) {
      killController(drawn.kills().get(1));
      return awaitAnother(from, "by itself");
    }
    String path = "/clusters/%s:failover".formatted(encoded(from));
    return askedAgain(path, drawn.kills().get(1)) && awaitAnother(from, "as asked");
  }

  private boolean awaitAnother(SandboxServer from, String how) {
    try {
      await().atMost(PATIENCE).until(() -> !writers(from).isEmpty());
      note("%d takes writes, %s".formatted(writers(from).getFirst().node(), how));
      return true;
    } catch (ConditionTimeoutException e) {
      refused(
          "nobody took the place of %d %s: %s"
              .formatted(
                  from.node(),
                  how,
                  bed.controller().tutti("decisions", "--rule", "failover").output()));
      return false;
    }
  }

  private void revive(SandboxServer server) {
    if (drawn.has(Trait.FREEZES)) {
      server.thaw();
    } else {
      server.start();
    }
    away = Optional.empty();
    note("%d is back".formatted(server.node()));
  }

  /** Nobody has its place, so a person opens it where its start has shut it. */
  private void open(SandboxServer server) {
    OddDefaults.execute(server, "SET GLOBAL read_only = OFF");
  }

  private void comeHome(SandboxServer old, SandboxServer now) {
    revive(old);
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(old));
    boolean hasMore = has(old, now);
    if (drawn.has(Trait.BY_ITSELF)) {
      killController(drawn.kills().get(2));
    } else if (!hasMore) {
      askedAgain("/instances/%s:rejoin".formatted(encoded(old)), drawn.kills().get(2));
    }
    try {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> isNamed(old) || (!hasMore && replicates(old, now)));
      // An event may have written what nobody else has, beside the application.
      note("%d %s".formatted(old.node(), isNamed(old) ? "has more, and that is said" : "is home"));
    } catch (ConditionTimeoutException e) {
      refused(
          "%d %s; found: %s"
              .formatted(
                  old.node(),
                  hasMore ? "has more, and nobody says so" : "has nothing more, and is not home",
                  bed.operations().findings(bed.address(old))));
    }
  }

  /** Whether the old source has rows that the new one lacks: only then it has to stay outside. */
  private static boolean has(SandboxServer old, SandboxServer now) {
    SortedSet<Long> more = ids(old);
    more.removeAll(ids(now));
    return !more.isEmpty();
  }

  private boolean isNamed(SandboxServer old) {
    return bed.operations().findings(bed.address(old)).contains("FORMER_SOURCE_HAS_MORE");
  }

  private boolean replicates(SandboxServer replica, SandboxServer source) {
    return replica.replication().stream()
        .anyMatch(channel -> channel.source().equals(source.address()));
  }

  /** The same, and once more where it was undone as the controller was killed. */
  private boolean askedAgain(String path, OptionalInt kill) {
    Optional<JsonNode> ended = asked(path, kill);
    if (ended.isPresent() && !isDone(ended.get()) && kill.isPresent()) {
      ended = asked(path, OptionalInt.empty());
    }
    return ended.isPresent();
  }

  /** Asks until it is begun, and waits for its end; empty where it is refused. */
  private Optional<JsonNode> asked(String path, OptionalInt kill) {
    List<Answer> answers = new ArrayList<>();
    try {
      await()
          .atMost(REFUSED_AFTER)
          .pollInterval(Duration.ofMillis(300))
          .until(() -> {
            answers.add(bed.controller().post(path, "{}"));
            return answers.getLast().status() == 202;
          });
    } catch (ConditionTimeoutException e) {
      Answer last = answers.getLast();
      refused("%s is refused: %d %s".formatted(path, last.status(), last.body()));
      return Optional.empty();
    }
    killController(kill);
    JsonNode ended = bed.operations().atRest(answers.getLast().text("/id"));
    note("%s: %s".formatted(path, ended.at("/state").asString()));
    if (!isDone(ended)) {
      String said = "%s: %s".formatted(path, ended.at("/why"));
      if (kill.isPresent() && !ended.at("/state").asString().equals("STUCK")) {
        note(said);
      } else {
        refused(said);
      }
    }
    return Optional.of(ended);
  }

  private static boolean isDone(JsonNode ended) {
    return ended.at("/state").asString().equals("SUCCEEDED");
  }

  private void killController(OptionalInt after) {
    if (after.isPresent()) {
      await().pollDelay(Duration.ofMillis(after.getAsInt())).until(() -> true);
      bed.controller().killHardAndStartAgain();
      note("the controller was killed, and runs again");
    }
  }

  /** It is wrong, unless something was drawn for which it may be so. */
  private void refused(String what) {
    note(what);
    if (!drawn.mayRefuse()) {
      wrong.add(what);
    }
  }

  private void restartAll(SandboxServer last) {
    writes.stop();
    prepared.ifPresent(RandomClusterLife::close);
    List<String> beforehand = new ArrayList<>();
    for (SandboxServer each : members()) {
      beforehand.addAll(
          bed.operations().findings(bed.address(each)).stream()
              .map(code -> each.node() + " " + code)
              .toList());
    }
    members().forEach(SandboxServer::restart);
    note("all are restarted; before that: " + beforehand);
    for (SandboxServer each : members()) {
      boolean takes = each == last;
      String foreseen =
          "%d %s"
              .formatted(
                  each.node(), takes ? "SOURCE_STARTS_READ_ONLY" : "REPLICA_STARTS_WRITABLE");
      boolean showsItsStart = each.release().isAtLeast(8, 0);
      if (ResolveBed.takesWrites(each) != takes
          && showsItsStart
          && !beforehand.contains(foreseen)) {
        wrong.add(
            "%d %s writes after its restart, and nothing said so"
                .formatted(each.node(), takes ? "refuses" : "takes"));
      }
    }
    judgeRows(last);
  }

  private void judgeRows(SandboxServer last) {
    SortedSet<Long> lost = new TreeSet<>(writes.acknowledged());
    lost.removeAll(ids(last));
    for (SandboxServer each : members()) {
      if (isNamed(each)) {
        lost.removeAll(ids(each));
      }
    }
    if (!lost.isEmpty()) {
      wrong.add("%d acknowledged rows are nowhere named: %s".formatted(lost.size(), lost));
      members().forEach(each -> noteState(each, lost));
    }
    for (SandboxServer each : members()) {
      List<String> found = bed.operations().findings(bed.address(each));
      if (each != last && !found.contains("FENCED") && !drawn.mayRefuse()) {
        awaitSame(each, last);
      }
    }
  }

  private void noteState(SandboxServer server, SortedSet<Long> lost) {
    SortedSet<Long> has = ids(server);
    has.retainAll(lost);
    note(
        "%d has %d of these rows; replicates from %s; %s; found: %s"
            .formatted(
                server.node(),
                has.size(),
                server.replication(),
                server.queryValue(
                    bed.isMariaDb()
                        ? "SELECT @@global.gtid_binlog_state"
                        : "SELECT @@global.gtid_executed"),
                bed.operations().findings(bed.address(server))));
  }

  private void awaitSame(SandboxServer replica, SandboxServer source) {
    try {
      await().atMost(PATIENCE).ignoreExceptions().until(() -> ids(replica).equals(ids(source)));
    } catch (ConditionTimeoutException e) {
      wrong.add(
          "%d has not the rows of %d: %s"
              .formatted(replica.node(), source.node(), ReplicaStatus.all(replica)));
    }
  }

  private static SortedSet<Long> ids(SandboxServer server) {
    SortedSet<Long> ids = new TreeSet<>();
    server
        .run(new SqlScript(ALL_IDS))
        .getLast()
        .forEach(row -> ids.add(Long.parseLong(row.firstText("id"))));
    return ids;
  }

  private List<SandboxServer> members() {
    return bed.sandbox().servers().subList(0, 3);
  }

  /** The one that takes writes; it is wrong where there are more. */
  private SandboxServer writer() {
    List<SandboxServer> writers = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> {
          writers.clear();
          members().stream()
              .filter(each -> away.filter(each::equals).isEmpty())
              .filter(ResolveBed::takesWrites)
              .forEach(writers::add);
          return !writers.isEmpty();
        });
    if (writers.size() > 1) {
      wrong.add(
          "several take writes: %s".formatted(writers.stream().map(SandboxServer::node).toList()));
    }
    return writers.getLast();
  }

  private List<SandboxServer> writers(SandboxServer but) {
    return members().stream()
        .filter(each -> each != but)
        .filter(each -> {
          try {
            return ResolveBed.takesWrites(each);
          } catch (SandboxException e) {
            return false;
          }
        })
        .toList();
  }

  private String encoded(SandboxServer server) {
    return RunningController.encoded(bed.address(server).toString());
  }

  private static void close(Connection client) {
    try {
      client.close();
    } catch (SQLException gone) {
      // Its server was killed or restarted.
    }
  }

  @Override
  public void close() {
    writes.close();
    prepared.ifPresent(RandomClusterLife::close);
    bed.close();
  }
}
