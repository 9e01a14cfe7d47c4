package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Secrets that are given directly or in a file. */
final class Secrets {
  private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

  private Secrets() {}

  /**
   * The secret, or the first line of the file.
   *
   * @param key the setting of the secret; the file's is the same with {@code -file}
   */
  static Optional<String> resolve(String key, Optional<Secret> direct, Optional<Path> file) {
    if (direct.isPresent() && file.isPresent()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          key,
          "Both %s and %s-file are set.".formatted(key, key),
          List.of("set one of them"));
    }
    return direct.map(Secret::value).or(() -> file.map(path -> firstLine(key, path)));
  }

  private static String firstLine(String key, Path path) {
    OpenToOthers.of(path)
        .ifPresent(open ->
            LOG.warn(
                "The file of {}, {}, is open to others ({}). chmod 600 {}",
                key,
                path,
                OpenToOthers.words(open),
                path));
    try {
      return Files.readString(path).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          key + "-file",
          "The file of %s could not be read: %s.".formatted(key, e),
          List.of("make it readable to the controller's user"),
          e);
    }
  }
}
