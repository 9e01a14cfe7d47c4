package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.DownloadListener;
import io.tutti.sandbox.binaries.HaProxyProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real HAProxy, with one server to write to, {@code mysql/writer}. */
final class HaProxy implements AutoCloseable {
  /** Somebody else may take a port before it does. */
  private static final int ATTEMPTS_MAX = 20;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final int port;
  private final Process process;

  private HaProxy(Path folder, int port, Process process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  /** Leads to that server first. */
  static HaProxy start(Path folder, ServerAddress writer) throws IOException {
    HaProxyProgram program =
        HaProxyProgram.require(CacheFolder.ofEnvironment(), DownloadListener.SILENT);
    for (int attempt = 1; ; attempt++) {
      HaProxy proxy = launch(program, folder, writer);
      if (proxy.isListening()) {
        return proxy;
      }
      proxy.close();
      if (attempt == ATTEMPTS_MAX) {
        throw new IOException(Files.readString(folder.resolve("haproxy.log")));
      }
    }
  }

  private static HaProxy launch(HaProxyProgram program, Path folder, ServerAddress writer)
      throws IOException {
    int port = freePort();
    Path configuration =
        Files.writeString(
            folder.resolve("haproxy.cfg"),
            """
            global
              stats socket %s mode 600 level admin
            defaults
              mode tcp
              timeout connect 2s
              timeout client 1m
              timeout server 1m
            listen mysql
              bind 127.0.0.1:%d
              server writer %s check inter 1s
            """
                .formatted(folder.resolve("admin.sock"), port, writer));
    List<String> command = new ArrayList<>(program.command());
    command.addAll(List.of("-db", "-f", configuration.toString()));
    return new HaProxy(
        folder,
        port,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("haproxy.log").toFile())
            .start());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Whether it does, once it has either begun or ended. */
  private boolean isListening() {
    await().atMost(PATIENCE).until(() -> !process.isAlive() || accepts());
    return process.isAlive();
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  Path socket() {
    return folder.resolve("admin.sock");
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      boolean unused = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      Files.deleteIfExists(socket());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
