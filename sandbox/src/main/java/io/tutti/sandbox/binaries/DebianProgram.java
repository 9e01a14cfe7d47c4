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
 * Fetches a program and all libraries below it from the machine's own Debian mirror with the script
 * {@code debian-packages.sh}, which is a resource of this package and can be run by hand as well.
 */
final class DebianProgram {

  private static final String SCRIPT = "debian-packages.sh";

  private final DebianPackages source;
  private final String version;
  private final String check;
  private final DownloadListener listener;

  /**
   * @param check the program by its path in the folder, and arguments with which it ends with 0
   */
  DebianProgram(DebianPackages source, String version, String check, DownloadListener listener) {
    this.source = source;
    this.version = version;
    this.check = check;
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
      try (InputStream resource = DebianProgram.class.getResourceAsStream(SCRIPT)) {
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
            List.of("sh", script.toString(), folder.toString(), source.suite(), version, check));
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
