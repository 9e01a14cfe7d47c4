package io.tutti.cli.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shows what is longer than the terminal page by page, as git does: by the program that TUTTI_PAGER
 * names, or PAGER, or by less.
 *
 * @param command for a shell
 */
record Pager(String command) {
  /** Quit at the end of a short text, show colours, leave the text on the terminal. */
  private static final String LESS_OPTIONS = "FRX";

  /** What a shell answers when there is no such program. */
  private static final int NOT_FOUND = 127;

  /** Empty when the variable that decides is empty or {@code cat}. */
  static Optional<Pager> of(Map<String, String> environment) {
    String command =
        Stream.of("TUTTI_PAGER", "PAGER")
            .filter(environment::containsKey)
            .map(environment::get)
            .findFirst()
            .orElse("less");
    return Optional.of(command.strip())
        .filter(text -> !text.isEmpty() && !text.equals("cat"))
        .map(Pager::new);
  }

  /** Whether it was shown: false when there is no such program. */
  boolean show(String text) {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putIfAbsent("LESS", LESS_OPTIONS);
    try {
      Process pager = builder.start();
      // Ctrl-C is for the pager; this process must not leave it alone with the terminal.
      Thread waiting = new Thread(() -> await(pager), "pager");
      Runtime.getRuntime().addShutdownHook(waiting);
      write(pager, text);
      int exitCode = await(pager);
      Runtime.getRuntime().removeShutdownHook(waiting);
      return exitCode != NOT_FOUND;
    } catch (IOException e) {
      return false;
    } catch (IllegalStateException e) {
      // This process is ending; the hook waits.
      return true;
    }
  }

  private static void write(Process pager, String text) {
    try (OutputStream in = pager.getOutputStream()) {
      in.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Somebody has seen enough.
    }
  }

  private static int await(Process pager) {
    try {
      return pager.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
