package io.tutti.spi.hook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file whose first line is a secret. It is read at each use, so that another one counts at once.
 *
 * @param path absolute
 */
public record SecretFile(Path path) {

  /**
   * A file that can be read now.
   *
   * @throws IllegalArgumentException when it cannot, with the reason
   */
  public static SecretFile at(String path) {
    SecretFile file = new SecretFile(Path.of(path));
    if (!file.path.isAbsolute()) {
      throw new IllegalArgumentException("%s is not an absolute path".formatted(path));
    }
    try {
      if (file.read().isEmpty()) {
        throw new IllegalArgumentException("the first line of %s is empty".formatted(path));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
    return file;
  }

  /**
   * @throws IOException when it cannot be read, with a sentence
   */
  public String read() throws IOException {
    try {
      return Files.readString(path).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new IOException(
          "%s could not be read (%s)".formatted(path, e.getClass().getSimpleName()), e);
    }
  }
}
