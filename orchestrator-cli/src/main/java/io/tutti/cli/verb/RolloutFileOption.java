package io.tutti.cli.verb;

import io.tutti.api.RolloutBody;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The file of a rollout. */
final class RolloutFileOption {
  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The rollout file, YAML or JSON; - is what is piped in.")
  private @Nullable Path file;

  RolloutBody body(boolean dryRun) {
    return new RolloutBody(Optional.of(text(Objects.requireNonNull(file))), Optional.of(dryRun));
  }

  private static String text(Path file) {
    try {
      byte[] bytes =
          file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "FILE_UNREADABLE",
          "The file %s cannot be read: %s.".formatted(file, e.getMessage()),
          List.of("tutti rollout init > FILE writes one to begin with"));
    }
  }
}
