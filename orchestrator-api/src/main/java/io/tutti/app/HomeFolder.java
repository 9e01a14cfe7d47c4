package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** The controller's data folder, which only its owner can read. */
final class HomeFolder {
  private static final Set<PosixFilePermission> OWNER_FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");

  private final Path folder;

  /** What a client on this machine needs to know of the running controller. */
  record RunningController(String url, long pid, Instant startedAt) {}

  private HomeFolder(Path folder) {
    this.folder = folder;
  }

  /** The folder, made when it is not there. */
  static HomeFolder at(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_FOLDER));
      }
      return new HomeFolder(folder);
    } catch (IOException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          folder.toString(),
          "The data folder " + folder + " could not be made: " + e + ".",
          List.of("set TUTTI_HOME to a folder that can be written"),
          e);
    }
  }

  Path path() {
    return folder;
  }

  Path plugins() {
    return folder.resolve("plugins");
  }

  Path tokenFile() {
    return folder.resolve("token");
  }

  private Path controllerFile() {
    return folder.resolve("controller.json");
  }

  /** The address of the embedded store. */
  String storeUrl() {
    return "jdbc:h2:file:" + folder.resolve("store").resolve("tutti");
  }

  void announce(RunningController running) {
    writePrivately(controllerFile(), JsonMapper.shared().writeValueAsString(running) + "\n");
  }

  /** Takes the announcement back, unless it is another controller's by now. */
  void withdraw(long pid) {
    announced()
        .filter(running -> running.pid() == pid)
        .ifPresent(mine -> {
          try {
            Files.deleteIfExists(controllerFile());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  Optional<RunningController> announced() {
    try {
      return Optional.of(
          JsonMapper.shared()
              .readValue(Files.readString(controllerFile()), RunningController.class));
    } catch (IOException | tools.jackson.core.JacksonException e) {
      return Optional.empty();
    }
  }

  /** Replaces a file in one step; nobody else can read it at any moment. */
  void writePrivately(Path file, String content) {
    try {
      Path written =
          Files.createTempFile(
              folder,
              file.getFileName().toString(),
              ".new",
              PosixFilePermissions.asFileAttribute(OWNER_FILE));
      Files.writeString(written, content, StandardCharsets.UTF_8);
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " could not be written", e);
    }
  }
}
