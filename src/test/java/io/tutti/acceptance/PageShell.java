package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A shell in which commands of a page are typed as they are there: {@code tutti} is the command
 * line, {@code ~/.tutti} the data folder of a controller.
 */
final class PageShell {
  private final Path home;
  private final Map<String, String> replaced = new LinkedHashMap<>();

  private PageShell(Path home) {
    this.home = home;
  }

  /** One that needs no controller. */
  static PageShell in(Path folder) {
    return new PageShell(folder);
  }

  static PageShell of(RunningController controller) {
    try {
      Path home = Files.createDirectory(controller.home().resolve("shell"));
      Files.createSymbolicLink(home.resolve(".tutti"), controller.home());
      String java =
          controller.command().command().stream()
              .map(word -> "'" + absolute(word) + "'")
              .collect(Collectors.joining(" "));
      Path tutti = home.resolve("tutti");
      Files.writeString(tutti, "#!/bin/sh\nexec " + java + " \"$@\"\n");
      assertThat(tutti.toFile().setExecutable(true)).isTrue();
      return new PageShell(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String absolute(String word) {
    return word.endsWith(".jar") ? Path.of(word).toAbsolutePath().normalize().toString() : word;
  }

  /** What the page writes is another thing here: an address, a port, a folder. */
  PageShell with(String written, Object real) {
    replaced.put(written, real.toString());
    return this;
  }

  Path home() {
    return home;
  }

  /** Carries out what a page shows; its output, once it has ended with 0. */
  String run(String script) {
    String real = script.replaceAll("(?m)^\\$ ", "");
    for (Map.Entry<String, String> each : replaced.entrySet()) {
      real = real.replace(each.getKey(), each.getValue());
    }
    try {
      Path errors = home.resolve("errors");
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-ec", real)
              .directory(home.toFile())
              .redirectError(errors.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_"));
      builder.environment().put("HOME", home.toString());
      builder.environment().put("TUTTI_HOME", home.resolve(".tutti").toString());
      builder.environment().merge("PATH", home.toString(), (path, own) -> own + ":" + path);
      Process shell = builder.start();
      String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(shell.waitFor()).as("%s%n%s%n%s", real, output, Files.readString(errors)).isZero();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
