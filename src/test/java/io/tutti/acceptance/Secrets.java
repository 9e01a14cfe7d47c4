package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for a password where a controller of a bed says or keeps something. */
final class Secrets {
  /** A part that nothing else has, so that it is found in every way in which it may be escaped. */
  private static final int PART_LENGTH = 4;

  private Secrets() {}

  /** In no answer, no event of an operation, not in the audit, the log, or the store. */
  static void assertShownNowhere(Bed bed, CommandResult said, String password) {
    String part = password.substring(0, PART_LENGTH);
    assertThat(said.toString()).doesNotContain(part);
    RunningController controller = bed.controller();
    for (String path : List.of("/operations?limit=50", "/audit?limit=200", "/findings")) {
      assertThat(controller.get(path).toString()).as(path).doesNotContain(part);
    }
    controller
        .get("/operations")
        .body()
        .at("/operations")
        .forEach(each -> {
          String path = "/operations/" + each.at("/id").asString();
          assertThat(controller.get(path).toString()).as(path).doesNotContain(part);
        });
    assertThat(controller.log()).doesNotContain(part);
    assertInNoFile(controller.home(), part);
  }

  private static void assertInNoFile(Path folder, String part) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(part))
            .as("%s has it", file)
            .isFalse();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
