package io.tutti.benchmarks;

import io.tutti.api.OperationView;
import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Servers, a controller that knows them and fails over by itself, and an application that writes.
 */
record WatchedCluster(
    Sandbox sandbox, ControllerProcess controller, ControllerClient client, Writers writers)
    implements AutoCloseable {
  private static final String PASSWORD = "watch-Only-1";

  private static final Duration RUNS_BEFORE = Duration.ofSeconds(15);
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  /** Of servers that run, the first of which is the source; closed with it. */
  static WatchedCluster start(Sandbox sandbox, Duration writesEach) throws InterruptedException {
    Writers.prepare(sandbox.server(1));
    sandbox
        .servers()
        .forEach(server ->
            server.execute(
                "SET SESSION sql_log_bin=0",
                "CREATE USER 'watcher'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT ALL ON *.* TO 'watcher'@'%' WITH GRANT OPTION"));
    ControllerProcess controller =
        ControllerProcess.start(
            Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti")),
            Map.of(
                "TUTTI_FAILOVER_POLICY",
                "AUTO",
                "TUTTI_TARGET_USER",
                "watcher",
                "TUTTI_TARGET_PASSWORD",
                PASSWORD,
                "TUTTI_REPLICATION_USER",
                SandboxAccount.REPLICATION.user(),
                "TUTTI_REPLICATION_PASSWORD",
                SandboxAccount.REPLICATION.password()));
    WatchedCluster cluster =
        new WatchedCluster(
            sandbox,
            controller,
            controller.awaitReady(),
            Writers.start(sandbox.servers(), writesEach));
    cluster.awaitKnown();
    runOn();
    return cluster;
  }

  /** As it is long after the start of a controller. */
  static void runOn() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(RUNS_BEFORE.toMillis());
  }

  /** Named by a person, so that each may be given a password. */
  private void awaitKnown() throws InterruptedException {
    sandbox.servers().forEach(server -> Discoveries.discover(client, server));
    for (SandboxServer server : sandbox.servers()) {
      await(() ->
          client
              .get(ControllerClient.path("/instances/{}", server.address().toString()))
              .text()
              .contains("\"REACHED\""));
    }
  }

  /** What was begun by itself. */
  OperationView failover() throws InterruptedException {
    await(() -> findFailover().isPresent());
    return findFailover().orElseThrow();
  }

  private Optional<OperationView> findFailover() {
    return client.get("/operations").items(OperationView.class).stream()
        .filter(each -> each.kind().equals("failover"))
        .findFirst();
  }

  /** Until the operation has ended. */
  OperationView ended(OperationView begun) {
    client.follow(begun.id(), 1, event -> {});
    return client.get("/operations/" + begun.id()).as(OperationView.class);
  }

  @Override
  public void close() {
    writers.close();
    controller.close();
    sandbox.servers().stream().filter(SandboxServer::isRunning).forEach(SandboxServer::thaw);
    sandbox.close();
  }

  /** One thing that is asked for again and again. */
  private interface Question {
    boolean holds();
  }

  private static void await(Question question) throws InterruptedException {
    while (true) {
      try {
        if (question.holds()) {
          return;
        }
      } catch (CommandFailure e) {
        // Not yet.
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
  }
}
