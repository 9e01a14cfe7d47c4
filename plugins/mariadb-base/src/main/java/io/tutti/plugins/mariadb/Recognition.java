package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Detection;
import io.tutti.spi.ServerBanner;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a banner is a MariaDB server's, and of which release. The variables decide, as a proxy
 * may announce any version that its operator chose: no MySQL release has {@code gtid_domain_id} or
 * a variable of the Aria engine, and no MariaDB release has {@code server_uuid} or {@code
 * gtid_mode}.
 */
record Recognition(ServerBanner banner) {
  private static final List<String> ONLY_IN_MYSQL =
      List.of("server_uuid", "gtid_mode", "gtid_executed");
  private static final String DOMAINS = "gtid_domain_id";
  private static final String ARIA_PREFIX = "aria_";

  Detection detect(Releases releases) {
    List<String> family = familyEvidence();
    if (family.isEmpty()) {
      return new Detection.Declined(
          "not MariaDB: it has neither "
              + DOMAINS
              + " nor a variable of the Aria engine"
              + ONLY_IN_MYSQL.stream()
                  .filter(banner::hasVariable)
                  .findFirst()
                  .map(name -> ", but " + name)
                  .orElse("")
              + "; it announces "
              + quoted(banner.version())
              + "; this plugin takes "
              + releases.description());
    }
    Optional<Release> release = findRelease();
    if (release.isEmpty()) {
      return new Detection.Declined(
          "MariaDB by its variables "
              + String.join(", ", family)
              + ", but its release is not known: it announces "
              + quoted(banner.version())
              + "; ask it directly instead of through a proxy");
    }
    ServerVersion version = release.get().version();
    if (version.major() < 10) {
      return new Detection.Declined(
          "MariaDB "
              + version
              + " is not supported: it has neither GTIDs nor parallel replication;"
              + " upgrade it to MariaDB 10.0 or later");
    }
    if (!releases.contains(version)) {
      return new Detection.Declined(
          "MariaDB " + version + ", and this plugin takes " + releases.description());
    }
    return new Detection.Claimed(version, evidence(family, release.get()));
  }

  private String evidence(List<String> family, Release release) {
    String evidence =
        "MariaDB "
            + release.version()
            + " by "
            + release.source()
            + " "
            + quoted(release.version().text())
            + "; has "
            + String.join(", ", family);
    return isAnnouncedOtherwise(release.version())
        ? evidence
            + "; announces itself as "
            + quoted(banner.version())
            + ", so a proxy or a setting hides the real version"
        : evidence;
  }

  private boolean isAnnouncedOtherwise(ServerVersion version) {
    return ServerVersion.find(banner.version())
        .filter(said -> said.compareTo(version) == 0)
        .isEmpty();
  }

  private List<String> familyEvidence() {
    if (ONLY_IN_MYSQL.stream().anyMatch(banner::hasVariable)) {
      return List.of();
    }
    return banner.variables().keySet().stream()
        .filter(name -> name.equals(DOMAINS) || name.startsWith(ARIA_PREFIX))
        .toList();
  }

  /** A release and which of the server's answers reported it. */
  private record Release(ServerVersion version, String source) {}

  /**
   * The first answer that looks like MariaDB's. {@code innodb_version} repeats the server's version
   * from 10.3.7 on; before, it is that of InnoDB, 5.6 or 5.7, which is no MariaDB release with
   * GTIDs.
   */
  private Optional<Release> findRelease() {
    return Stream.of(
            release("the variable version", banner.variables().getOrDefault("version", "")),
            release("SELECT @@version", banner.version()),
            release("innodb_version", banner.variables().getOrDefault("innodb_version", ""))
                .filter(inner -> inner.version().major() >= 10))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Release> release(String source, String text) {
    return ServerVersion.find(text)
        .filter(
            version -> version.major() >= 10 || text.toLowerCase(Locale.ROOT).contains("mariadb"))
        .map(version -> new Release(version, source));
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
