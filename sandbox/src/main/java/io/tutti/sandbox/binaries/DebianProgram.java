package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ReleaseSource.DebianPackages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetches a server and all libraries below it from the machine's own Debian mirror with the script
 * {@code mysql-9.7.sh}, which is a resource of this package and can be run by hand as well.
 */
final class DebianServer {

  private static final String SCRIPT = "mysql-9.7.sh";

  private final DebianPackages source;
  private final String version;
  private final DownloadListener listener;

  DebianServer(DebianPackages source, String version, DownloadListener listener) {
    this.source = source;
    this.version = version;
    this.listener = listener;
  }

  /**
   * Unpacks the packages and what they depend on into a folder.
   *
   * @throws IOException when this machine has no apt, no Debian mirror, or the mirror no longer
   *     holds the version; the message is the script's own last line
   */
  void unpack(Path folder) throws IOException {
    Path script = Files.createTempFile("tutti-", ".sh");
    try {
      try (InputStream resource = DebianServer.class.getResourceAsStream(SCRIPT)) {
        if (resource == null) {
          throw new IOException("the resource %s is missing from this build".formatted(SCRIPT));
        }
        Files.write(script, resource.readAllBytes());
      }
      run(script, folder);
    } finally {
      Files.delete(script);
    }
  }

  private void run(Path script, Path folder) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("sh", script.toString(), folder.toString(), source.suite(), version));
    command.addAll(source.packages());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String last = "no output";
    try (BufferedReader output =
        new BufferedReader(
            new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        last = line;
        listener.note(line);
      }
      if (process.waitFor() != 0) {
        throw new IOException(last);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while fetching Debian packages", e);
    }
  }
}
