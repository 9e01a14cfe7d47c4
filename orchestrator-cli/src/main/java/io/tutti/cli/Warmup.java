package io.tutti.cli;

import com.sun.net.httpserver.HttpServer;
import io.tutti.cli.render.Glyphs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Runs the everyday verbs once against a stand-in for the controller, so that the JVM can record
 * which classes they load; the launcher keeps the recording for quicker starts.
 */
final class Warmup {
  private static final String CLUSTERS = "{\"items\":[{\"name\":\"a:1\"}]}";

  private Warmup() {}

  /** Runs the verbs; what they print goes nowhere. */
  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String topology = sample();
    server.createContext(
        "/",
        exchange -> {
          boolean one = exchange.getRequestURI().getPath().endsWith("/topology");
          byte[] body = (one ? topology : CLUSTERS).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      Screen screen = new Screen(nowhere, nowhere, false, true, Glyphs.UNICODE, 120, 40);
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Main main = new Main(screen, Map.of("TUTTI_URL", url, "TUTTI_TOKEN", "none"));
      main.run("topology");
      main.run("clusters");
      main.run("findings");
      main.run("discover", "a:1");
      main.run("instance", "a:1");
      main.run("help");
    } finally {
      server.stop(0);
    }
  }

  private static String sample() throws IOException {
    try (InputStream in = Warmup.class.getResourceAsStream("warmup-topology.json")) {
      return in == null ? "{}" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
