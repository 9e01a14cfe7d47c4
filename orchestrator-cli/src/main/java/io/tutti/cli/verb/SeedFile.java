package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.model.InstanceAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A file of servers: in each line {@code HOST:PORT}, {@code HOST,PORT} or {@code HOST}. What comes
 * behind, empty lines, lines that begin with {@code #}, and a title in the first line do not count.
 */
final class SeedFile {
  private static final Set<String> TITLES = Set.of("host", "hostname", "address", "server");

  private SeedFile() {}

  /**
   * @throws CommandFailure when it cannot be read, or a line names no server
   */
  static List<InstanceAddress> read(Path file) {
    try {
      return parse(file.toString(), Files.readAllLines(file));
    } catch (IOException e) {
      throw failure("%s cannot be read: %s.".formatted(file, e.getMessage()));
    }
  }

  static List<InstanceAddress> parse(String name, List<String> lines) {
    List<InstanceAddress> servers = new ArrayList<>();
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      String[] cells = line.split("\\s*[,;\t]\\s*", -1);
      boolean isTitle = number == 1 && TITLES.contains(cells[0].toLowerCase(Locale.ROOT));
      if (!line.isEmpty() && !line.startsWith("#") && !isTitle) {
        servers.add(server(name, number, cells));
      }
    }
    if (servers.isEmpty()) {
      throw failure("%s names no server.".formatted(name));
    }
    return servers;
  }

  private static InstanceAddress server(String name, int number, String[] cells) {
    boolean hasPort = cells.length > 1 && cells[1].matches("\\d{1,5}");
    try {
      return InstanceAddress.parse(hasPort ? cells[0] + ":" + cells[1] : cells[0]);
    } catch (IllegalArgumentException e) {
      throw failure("Line %d of %s names no server.".formatted(number, name));
    }
  }

  private static CommandFailure failure(String sentence) {
    return CommandFailure.local(
        ExitCode.USAGE, "SEEDS_UNREADABLE", sentence, List.of("write HOST:PORT in each line"));
  }
}
