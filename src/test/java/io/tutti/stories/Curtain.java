package io.tutti.stories;

import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.stories.Act.Setting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The end of a story: clients stop, every server runs, the controller comes to rest; what is
 * stopped then is kept. Then a person starts what is stopped, replicas catch up, and the truth is
 * read.
 */
final class Curtain {
  private static final Duration REST_MAX = Duration.ofSeconds(45);
  private static final Duration SETTLED_MAX = Duration.ofSeconds(8);
  private static final Duration CAUGHT_UP_MAX = Duration.ofSeconds(20);
  private static final Duration SEEN_MAX = Duration.ofSeconds(10);
  private static final int READINGS_MAX = 3;

  private static final Pattern RECOVERED =
      Pattern.compile("Last (MySQL )?binlog file|Binlog trimmed|Crash recovery finished");

  private final Stage stage;
  private final ServerActs servers;
  private final PersonActs person;
  private final TuttiActs tutti;
  private final Consumer<String> notes;

  Curtain(Stage stage, List<Deed> deeds, ServerActs servers, Consumer<String> notes) {
    this.stage = stage;
    this.servers = servers;
    this.person = new PersonActs(stage, deeds);
    this.tutti = new TuttiActs(stage, deeds);
    this.notes = notes;
  }

  /** What is left before anybody repairs anything. */
  Played.AtTheEnd fall() {
    stage.clients().close();
    for (int node : stage.nodes()) {
      servers.thaw(node);
      servers.release(node);
      servers.start(node, false);
    }
    awaitRest();
    until(SETTLED_MAX, this::isSettled);
    until(SEEN_MAX, this::isSeenNow);
    Played.AtTheEnd atTheEnd = atTheEnd();
    notes.accept("the end: stopped " + atTheEnd.stopped() + ", fenced " + atTheEnd.fenced());
    return atTheEnd;
  }

  /** What is begun while that is read moves it: then it is read again. */
  private Played.AtTheEnd atTheEnd() {
    Played.AtTheEnd atTheEnd;
    int attempts = 0;
    do {
      List<String> unfinished = awaitRest();
      atTheEnd =
          new Played.AtTheEnd(
              stopped(),
              variables(),
              fenced(),
              sessions(),
              unfinished,
              stage.controller().isAlive());
      attempts++;
    } while (atTheEnd.unfinished().isEmpty() && !unfinished().isEmpty() && attempts < READINGS_MAX);
    return atTheEnd;
  }

  /** What does not come to rest. */
  private List<String> awaitRest() {
    List<String> left = new CopyOnWriteArrayList<>();
    until(
        REST_MAX,
        () -> {
          left.clear();
          left.addAll(unfinished());
          return left.isEmpty();
        });
    return List.copyOf(left);
  }

  /** After a person has started what was stopped. */
  Truth truth() {
    for (int node : stage.nodes()) {
      tutti.ask(new Act.Ask(Act.Wish.BACKUP_END, node, 0, true));
      if (stopped().stream().anyMatch(each -> each.node() == node)) {
        Optional<String> why = person.start(node, Act.Threads.BOTH);
        notes.accept("on %d: START SLAVE%s".formatted(node, why.map(w -> ": " + w).orElse("")));
      }
    }
    Set<Integer> fenced = fenced();
    until(CAUGHT_UP_MAX, () -> isCaughtUp(fenced));
    until(SEEN_MAX, this::isSeenNow);
    until(SETTLED_MAX, this::isSettled);
    Map<Integer, Truth.Server> read = new HashMap<>();
    for (int node : stage.nodes()) {
      read.put(node, read(node));
    }
    return new Truth(
        read,
        stage.itemsOfThese("/incidents?limit=100"),
        stage.itemsOfThese("/findings"),
        stage.itemsOfThese("/operations?limit=100"));
  }

  private static void until(Duration timeMax, Callable<Boolean> condition) {
    try {
      await()
          .atMost(timeMax)
          .pollInterval(Duration.ofMillis(100))
          .ignoreException(SandboxException.class)
          .until(condition);
    } catch (ConditionTimeoutException e) {
      // What is left then is judged.
    }
  }

  private List<String> unfinished() {
    return stage.itemsOfThese("/operations?limit=100").stream()
        .filter(each -> !each.at("/atRest").asBoolean())
        .map(each -> each.at("/id").asString() + " " + each.at("/kind").asString())
        .toList();
  }

  private boolean isSettled() {
    return stage.itemsOfThese("/incidents?limit=100").stream()
        .allMatch(each -> each.at("/settled").asBoolean());
  }

  /** Each server was read by the controller from now on. */
  private boolean isSeenNow() {
    Instant now = Instant.now();
    await()
        .atMost(SEEN_MAX)
        .pollInterval(Duration.ofMillis(100))
        .until(() ->
            stage.nodes().stream()
                .allMatch(node -> {
                  String at =
                      stage
                          .controller()
                          .instance(stage.server(node).address())
                          .at("/observedAt")
                          .asString();
                  return !at.isEmpty() && Instant.parse(at).isAfter(now);
                }));
    return true;
  }

  private Set<Played.StoppedThread> stopped() {
    Set<Played.StoppedThread> stopped = new HashSet<>();
    for (int node : stage.nodes()) {
      Optional<Row> replication = stage.replication(node);
      if (replication.filter(row -> PersonActs.isStoppedWithoutError(row, true)).isPresent()) {
        stopped.add(new Played.StoppedThread(node, true));
      }
      if (replication.filter(row -> PersonActs.isStoppedWithoutError(row, false)).isPresent()) {
        stopped.add(new Played.StoppedThread(node, false));
      }
    }
    return stopped;
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    for (int node : stage.nodes()) {
      for (Setting setting : Setting.values()) {
        String name = person.name(setting);
        stage
            .server(node)
            .queryValue("SELECT @@global." + name)
            .ifPresent(value -> variables.put(node + " " + name, value));
      }
    }
    return variables;
  }

  private Set<Integer> fenced() {
    Set<Integer> fenced = new HashSet<>();
    for (int node : stage.nodes()) {
      if (stage
          .controller()
          .get("/instances/" + stage.encoded(node) + "/fence")
          .body()
          .at("/fenced")
          .asBoolean()) {
        fenced.add(node);
      }
    }
    return fenced;
  }

  private Set<Integer> sessions() {
    Set<Integer> open = new HashSet<>();
    for (int node : stage.nodes()) {
      if (stage.items("/instances/" + stage.encoded(node) + "/backups").stream()
          .anyMatch(each -> each.at("/open").asBoolean())) {
        open.add(node);
      }
    }
    return open;
  }

  /**
   * Each replica that runs without an error has received and applied all that its source has; of
   * one that is fenced nobody receives.
   */
  private boolean isCaughtUp(Set<Integer> fenced) {
    return stage.nodes().stream()
        .filter(node ->
            stage
                .replication(node)
                .filter(Curtain::runs)
                .filter(row -> !fenced.contains(source(row)))
                .isPresent())
        .allMatch(this::isCaughtUp);
  }

  private boolean isCaughtUp(int node) {
    Row row = stage.replication(node).orElseThrow();
    Row end = stage.server(source(row)).query("SHOW MASTER STATUS").getFirst();
    return row.firstText("Master_Log_File").equals(end.firstText("File"))
        && row.firstText("Read_Master_Log_Pos").equals(end.firstText("Position"))
        && row.firstText("Relay_Master_Log_File").equals(end.firstText("File"))
        && row.firstText("Exec_Master_Log_Pos").equals(end.firstText("Position"));
  }

  /** A receiver that connects again is as good as one that runs: it is waited for. */
  private static boolean runs(Row row) {
    return !row.firstText("Slave_IO_Running").equals("No")
        && row.firstText("Slave_SQL_Running").equals("Yes")
        && row.firstText("Last_IO_Errno").equals("0");
  }

  private int source(Row replication) {
    return stage.nodeAt("127.0.0.1:" + replication.firstText("Master_Port"));
  }

  private Truth.Server read(int node) {
    SandboxServer server = stage.server(node);
    Map<String, Long> rows = new HashMap<>();
    List<String> counters = new ArrayList<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String schema : Tables.schemas()) {
        try (ResultSet each =
            statement.executeQuery("SELECT id, tag FROM %s.w".formatted(schema))) {
          while (each.next()) {
            rows.put(schema + ":" + each.getLong(1), each.getLong(2));
          }
        }
        try (ResultSet each = statement.executeQuery("SELECT v FROM %s.k".formatted(schema))) {
          while (each.next()) {
            counters.add(schema + " " + each.getLong(1));
          }
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The truth of %d cannot be read".formatted(node), e);
    }
    Optional<Row> replication = stage.replication(node);
    return new Truth.Server(
        node,
        stage.address(node),
        rows,
        counters,
        server.queryValue("SELECT @@global.read_only").orElse("").equals("1"),
        replication,
        replication.map(this::source).orElse(0),
        replication.isPresent() && isCaughtUp(node),
        recovery(server));
  }

  /** Up to where InnoDB had committed, and what was cut off. */
  private static List<String> recovery(SandboxServer server) {
    return server.log().lines().filter(line -> RECOVERED.matcher(line).find()).toList();
  }
}
