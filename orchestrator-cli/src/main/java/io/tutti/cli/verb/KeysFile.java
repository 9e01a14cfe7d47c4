package io.tutti.cli.verb;

import io.tutti.binlog.file.TableKeys;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file of {@code --keys}. */
final class KeysFile {
  static final String REMEDY =
      "write it with the query of `tutti binlog keys`: mysql -N -B -e \"$(tutti binlog keys)\"";

  private KeysFile() {}

  /** What it says; nothing is known where none is named. */
  static TableKeys read(Optional<Path> file) {
    return file.map(KeysFile::read).orElseGet(TableKeys::unknown);
  }

  private static TableKeys read(Path file) {
    try {
      TableKeys keys = TableKeys.parse(Files.readAllLines(file));
      if (keys.count() == 0) {
        throw failure(file, "it is empty");
      }
      return keys;
    } catch (IllegalArgumentException e) {
      throw failure(file, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw failure(file, "it cannot be read: " + e.getMessage());
    }
  }

  private static CommandFailure failure(Path file, String sentence) {
    return CommandFailure.local(
        ExitCode.FAILED,
        "KEYS_UNREADABLE",
        "%s has no keys of tables: %s.".formatted(file, sentence),
        List.of(REMEDY));
  }
}
