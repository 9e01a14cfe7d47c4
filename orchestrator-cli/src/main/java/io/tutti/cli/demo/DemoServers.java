package io.tutti.cli.demo;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Screen;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.ReleaseUnavailableException;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The demo's database servers: two topologies, a light write load on the source of each. */
final class DemoServers implements AutoCloseable {
  /** The account that the controller reads with; the servers listen on this machine only. */
  static final String MONITOR_USER = "tutti";

  static final String MONITOR_PASSWORD = "tutti-demo";

  private static final double WRITES_PER_SECOND = 20;
  private static final int PARALLEL_WORKERS = 4;

  /** One topology to bring up. */
  private record Wanted(ServerRelease release, String topology, List<String> options) {}

  private static final List<Wanted> WANTED =
      List.of(
          new Wanted(
              ServerRelease.MYSQL_8_0_15,
              "1>2,1>3,3>4",
              List.of(
                  "slave_parallel_type=LOGICAL_CLOCK",
                  "slave_parallel_workers=" + PARALLEL_WORKERS,
                  "slave_preserve_commit_order=1")),
          new Wanted(
              ServerRelease.MARIADB_10_11_5,
              "1>2,1>3",
              List.of("slave_parallel_threads=" + PARALLEL_WORKERS)));

  private final List<Sandbox> sandboxes;
  private final List<WriteLoad> loads = new ArrayList<>();

  private DemoServers(List<Sandbox> sandboxes) {
    this.sandboxes = List.copyOf(sandboxes);
  }

  /** Downloads what is not in the cache yet, one after another so that the progress can be read. */
  static void fetch(Screen screen) {
    ServerBinaries binaries =
        new ServerBinaries(
            CacheFolder.ofEnvironment(), new ConsoleProgress(screen.err(), screen.terminal()));
    try {
      WANTED.forEach(wanted -> binaries.require(wanted.release()));
    } catch (ReleaseUnavailableException e) {
      throw CommandFailure.local(
          ExitCode.FAILED, "RELEASE_UNAVAILABLE", String.valueOf(e.getMessage()), List.of());
    }
  }

  /** Starts all servers, the topologies at the same time. */
  static DemoServers start() throws InterruptedException {
    List<Sandbox> started = new ArrayList<>();
    List<Future<Sandbox>> starting = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      WANTED.forEach(wanted -> starting.add(threads.submit(() -> start(wanted))));
    }
    SandboxException failure = new SandboxException("A topology did not come up.");
    for (Future<Sandbox> each : starting) {
      try {
        started.add(each.get());
      } catch (ExecutionException e) {
        failure.addSuppressed(e.getCause() == null ? e : e.getCause());
      }
    }
    DemoServers servers = new DemoServers(started);
    if (failure.getSuppressed().length > 0) {
      servers.close();
      throw CommandFailure.local(
          ExitCode.FAILED,
          "SANDBOX_FAILED",
          "The demo's servers did not come up: " + failure.getSuppressed()[0].getMessage(),
          List.of());
    }
    return servers;
  }

  private static Sandbox start(Wanted wanted) {
    return Sandbox.builder()
        .release(wanted.release())
        .topology(wanted.topology())
        .options(wanted.options().toArray(String[]::new))
        .initialSql(DemoAccount.statements(wanted.release().family()))
        .start();
  }

  /** Begins to write on the first server of each topology. */
  void startWriting() {
    for (Sandbox sandbox : sandboxes) {
      loads.add(WriteLoad.start(sandbox.server(1), WRITES_PER_SECOND));
    }
  }

  /** One server of each topology: the last one, which is the farthest from the source. */
  List<String> oneOfEach() {
    return sandboxes.stream()
        .map(sandbox -> sandbox.servers().getLast().address().toString())
        .toList();
  }

  /** The addresses of all servers. */
  List<String> addresses() {
    return sandboxes.stream()
        .flatMap(sandbox -> sandbox.servers().stream())
        .map(SandboxServer::address)
        .map(Object::toString)
        .toList();
  }

  @Override
  public void close() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      sandboxes.forEach(sandbox -> threads.execute(sandbox::close));
    }
    loads.forEach(WriteLoad::close);
  }
}
