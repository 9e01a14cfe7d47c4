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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The controller's data folder, which only its owner can read. */
final class HomeFolder {
  private static final Set<PosixFilePermission> OWNER_FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");

  private static final Logger LOG = LoggerFactory.getLogger(HomeFolder.class);
  private static final String STORE = "store";

  private final Path folder;

  /**
   * What a client on this machine needs to know of the running controller.
   *
   * @param certificate the file of the certificate that it shows, where it speaks TLS
   */
  record RunningController(String url, long pid, Instant startedAt, Optional<String> certificate) {}

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

  /**
   * Sees to it that nobody else reads the store or the token: what is ours alone is closed to
   * others, and what somebody has opened on purpose is said.
   *
   * @throws OrchestratorException when everybody may write here, and so may put plugins here
   */
  void close() {
    Optional<Set<PosixFilePermission>> open = OpenToOthers.of(folder);
    if (open.filter(all -> all.contains(PosixFilePermission.OTHERS_WRITE)).isPresent()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          folder.toString(),
          "Everybody on this machine can write to the data folder %s (%s), and plugins are loaded from it."
              .formatted(folder, OpenToOthers.words(open.get())),
          List.of("chmod 700 " + folder, "set TUTTI_HOME to another folder"));
    }
    open.ifPresent(all ->
        LOG.warn(
            "The data folder {} is open to others ({}); its store and token are closed to them. chmod 700 {}",
            folder,
            OpenToOthers.words(all),
            folder));
    try {
      Path store = folder.resolve(STORE);
      if (!Files.isDirectory(store)) {
        Files.createDirectory(store, PosixFilePermissions.asFileAttribute(OWNER_FOLDER));
      }
      restrict(store, OWNER_FOLDER);
      if (Files.exists(tokenFile()) && restrict(tokenFile(), OWNER_FILE)) {
        LOG.warn(
            "Others could read the token in {}. Delete the file and start again for a new one",
            tokenFile());
      }
    } catch (UnsupportedOperationException e) {
      LOG.debug("{} knows no permissions", folder, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it was open. */
  private static boolean restrict(Path path, Set<PosixFilePermission> owners) throws IOException {
    boolean open = OpenToOthers.of(path).isPresent();
    if (open) {
      Files.setPosixFilePermissions(path, owners);
    }
    return open;
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

  /**
   * The address of the embedded store. What fails in it is in our log, and in no file of its own.
   */
  String storeUrl() {
    return "jdbc:h2:file:" + folder.resolve(STORE).resolve("tutti") + ";TRACE_LEVEL_FILE=0";
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
