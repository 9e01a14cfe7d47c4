package io.tutti.plugins.hook.keepalived;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.ClientRoute;
import io.tutti.spi.hook.RouteChange;
import io.tutti.spi.program.TrustedFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The track files of keepalived, one for each server: {@code db1_3306}. The one of the server that
 * takes writes has one number, all others have another.
 *
 * <ol>
 *   <li>Only servers are considered that have a file; where none of the cluster has, it is somebody
 *       else's.
 *   <li>All others are written before the writer, so that never two are it.
 *   <li>A file is replaced whole, and read again.
 * </ol>
 */
final class TrackFiles implements ClientRoute {
  private static final String MODE = "rw-r--r--";

  private final TrustedFolder folder;
  private final int writer;
  private final int other;

  TrackFiles(TrustedFolder folder, int writer, int other) {
    this.folder = folder;
    this.writer = writer;
    this.other = other;
  }

  @Override
  public String describe() {
    return "track files of keepalived in %s".formatted(folder.path());
  }

  @Override
  public String look(Deadline deadline) throws IOException {
    requireTrusted();
    Map<String, String> all = new TreeMap<>();
    try (var files = Files.newDirectoryStream(folder.path(), "*_*")) {
      for (Path file : files) {
        all.put(file.getFileName().toString(), read(file));
      }
    }
    return all.isEmpty()
        ? "There are no track files in %s; make one for each server, such as db1_3306."
            .formatted(folder.path())
        : "The track files are %s.".formatted(shown(all));
  }

  @Override
  public String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    requireTrusted();
    List<InstanceAddress> tracked =
        ours.stream().filter(each -> Files.exists(file(each))).sorted().toList();
    if (tracked.isEmpty()) {
      return "No server of this cluster has a track file in %s: nothing was changed."
          .formatted(folder.path());
    }
    return switch (change) {
      case RouteChange.Lead lead -> lead(lead.to(), tracked);
      case RouteChange.Shut shut -> shut(shut.server(), tracked);
      case RouteChange.Open open -> open(open.server(), tracked);
    };
  }

  private String lead(InstanceAddress to, List<InstanceAddress> tracked) throws IOException {
    if (!tracked.contains(to)) {
      throw new IOException(
          "%s has no track file, and the other servers of its cluster have: nothing was changed. Make %s."
              .formatted(to, file(to)));
    }
    List<InstanceAddress> inOrder = new ArrayList<>(tracked);
    inOrder.remove(to);
    inOrder.add(to);
    Map<InstanceAddress, Integer> wanted = new java.util.LinkedHashMap<>();
    inOrder.forEach(each -> wanted.put(each, each.equals(to) ? writer : other));
    return written(wanted);
  }

  private String shut(InstanceAddress server, List<InstanceAddress> tracked) throws IOException {
    return tracked.contains(server) ? written(Map.of(server, other)) : untracked(server);
  }

  /** The place of another one that takes writes is not taken. */
  private String open(InstanceAddress server, List<InstanceAddress> tracked) throws IOException {
    if (!tracked.contains(server)) {
      return untracked(server);
    }
    for (InstanceAddress each : tracked) {
      if (!each.equals(server) && isWriter(each)) {
        return "%s is the one that takes writes: %s was left as it is."
            .formatted(file(each).getFileName(), file(server).getFileName());
      }
    }
    return written(Map.of(server, writer));
  }

  private static String untracked(InstanceAddress server) {
    return "%s has no track file: nothing was changed.".formatted(server);
  }

  private boolean isWriter(InstanceAddress server) throws IOException {
    return read(file(server)).equals(Integer.toString(writer));
  }

  private String written(Map<InstanceAddress, Integer> wanted) throws IOException {
    Map<String, String> changed = new TreeMap<>();
    for (Map.Entry<InstanceAddress, Integer> each : wanted.entrySet()) {
      Path file = file(each.getKey());
      String number = Integer.toString(each.getValue());
      if (!read(file).equals(number)) {
        replace(file, number);
        changed.put(file.getFileName().toString(), number);
      }
    }
    return changed.isEmpty()
        ? "The track files are so already."
        : "Written: %s.".formatted(shown(changed));
  }

  private void replace(Path file, String number) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".tutti");
    try {
      Files.deleteIfExists(fresh);
      Files.createFile(fresh);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(MODE));
      Files.writeString(fresh, number + "\n");
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IOException("%s could not be written (%s).".formatted(file, e), e);
    }
    String then = read(file);
    if (!then.equals(number)) {
      throw new IOException("%s was set to %s, and is %s.".formatted(file, number, then));
    }
  }

  private static String read(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("%s is not a file.".formatted(file));
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new IOException("%s could not be read (%s).".formatted(file, e), e);
    }
  }

  private Path file(InstanceAddress server) {
    return folder.path().resolve(server.host() + "_" + server.port());
  }

  private static String shown(Map<String, String> files) {
    return files.entrySet().stream()
        .map(each -> each.getKey() + " = " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Whoever can write there says who takes writes. */
  private void requireTrusted() throws IOException {
    Optional<String> refusal = folder.refusal();
    if (refusal.isPresent()) {
      throw new IOException("Nothing was written: %s.".formatted(refusal.get()));
    }
  }
}
