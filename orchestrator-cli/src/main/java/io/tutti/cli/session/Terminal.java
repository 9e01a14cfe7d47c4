package io.tutti.cli.session;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The keys of the terminal that this process belongs to, one by one, and its size. The JDK knows
 * neither, so {@code stty} is asked; without it there are no keys.
 */
final class Terminal implements AutoCloseable {
  private static final File DEVICE = new File("/dev/tty");

  private static final long STTY_SECONDS_MAX = 2;

  /** Read at once, and give up after a tenth of a second without a key. */
  private static final String BY_KEY = "-icanon -echo min 0 time 1";

  private static final int ESCAPE = 27;

  private final InputStream keys;
  private final String before;

  /** What a key asks for. */
  enum Key {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    TOP,
    BOTTOM,
    WORST,
    QUIT,
    /** None, or one that means nothing here. */
    NONE
  }

  private Terminal(InputStream keys, String before) {
    this.keys = keys;
    this.before = before;
  }

  /** Empty when there is no terminal to read keys from. */
  static Optional<Terminal> open() {
    Optional<String> before = stty("-g");
    if (before.isEmpty() || stty(BY_KEY).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Terminal(new FileInputStream(DEVICE), before.get()));
    } catch (IOException e) {
      stty(before.get());
      return Optional.empty();
    }
  }

  /** Rows and columns; empty where the terminal does not know them. */
  static Optional<int[]> size() {
    return stty("size")
        .map(text -> text.split(" "))
        .filter(parts -> parts.length == 2)
        .map(parts -> new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])})
        .filter(size -> size[0] > 0 && size[1] > 0);
  }

  private static Optional<String> stty(String arguments) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "stty " + arguments + " </dev/tty 2>/dev/null").start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = process.waitFor(STTY_SECONDS_MAX, TimeUnit.SECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(answer) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The next key; waits for a tenth of a second at most. */
  Key read() {
    try {
      byte[] typed = new byte[8];
      int count = keys.read(typed);
      return count <= 0 ? Key.NONE : key(new String(typed, 0, count, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Key.NONE;
    }
  }

  /** What terminals send for a key. */
  static Key key(String typed) {
    if (typed.charAt(0) == ESCAPE) {
      return switch (typed.substring(1)) {
        case "[A", "OA" -> Key.UP;
        case "[B", "OB" -> Key.DOWN;
        case "[5~" -> Key.PAGE_UP;
        case "[6~" -> Key.PAGE_DOWN;
        case "[H", "OH", "[1~" -> Key.TOP;
        case "[F", "OF", "[4~" -> Key.BOTTOM;
        case "" -> Key.QUIT;
        default -> Key.NONE;
      };
    }
    return switch (typed.charAt(0)) {
      case 'k' -> Key.UP;
      case 'j', '\n', '\r' -> Key.DOWN;
      case 'b' -> Key.PAGE_UP;
      case ' ', 'f' -> Key.PAGE_DOWN;
      case 'g' -> Key.TOP;
      case 'G' -> Key.BOTTOM;
      case 'w' -> Key.WORST;
      case 'q' -> Key.QUIT;
      default -> Key.NONE;
    };
  }

  /** Gives the terminal back as it was. */
  @Override
  public void close() {
    stty(before);
    try {
      keys.close();
    } catch (IOException e) {
      // It is not read any more.
    }
  }
}
