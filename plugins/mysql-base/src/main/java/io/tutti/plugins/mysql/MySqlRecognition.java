package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Detection;
import io.tutti.spi.Detection.Claimed;
import io.tutti.spi.Detection.Declined;
import io.tutti.spi.ServerBanner;
import java.util.List;
import java.util.Optional;

/**
 * Whether a server is MySQL, and of which line. The variables decide, because they pass through a
 * proxy that answers {@code SELECT @@version} by itself; the announced version comes last.
 */
final class MySqlRecognition {
  /** Variables that only the other family has. */
  private static final List<String> OTHER_FAMILY =
      List.of("gtid_domain_id", "gtid_slave_pos", "aria_pagecache_buffer_size");

  private final MySqlFlavor flavor;

  MySqlRecognition(MySqlFlavor flavor) {
    this.flavor = flavor;
  }

  Detection detect(ServerBanner banner) {
    String version = banner.variables().getOrDefault("version", banner.version());
    Optional<String> otherFamily = OTHER_FAMILY.stream().filter(banner::hasVariable).findFirst();
    if (otherFamily.isPresent()) {
      return new Declined(
          "it is MariaDB "
              + version
              + " by its variable "
              + otherFamily.get()
              + "; this plugin takes "
              + flavor.takes());
    }
    Optional<ServerVersion> release = ServerVersion.find(version);
    if (release.isEmpty()) {
      return new Declined(
          "its version \"" + version + "\" is not one; this plugin takes " + flavor.takes());
    }
    if (!banner.hasVariable("server_uuid")) {
      return new Declined(
          "it is MySQL "
              + release.get()
              + ", which has no server_uuid and no GTIDs; MySQL 5.6 is the oldest release that any"
              + " plugin takes, and this one takes "
              + flavor.takes());
    }
    if (!flavor.range().test(release.get())) {
      return new Declined("it is MySQL " + release.get() + "; this plugin takes " + flavor.takes());
    }
    return new Claimed(release.get(), evidence(banner, version));
  }

  private static String evidence(ServerBanner banner, String version) {
    StringBuilder evidence =
        new StringBuilder("MySQL " + version + " by its variables version and server_uuid");
    String innodb = banner.variables().getOrDefault("innodb_version", "");
    if (!innodb.isEmpty()) {
      evidence.append(", innodb_version ").append(innodb);
    }
    String comment = banner.variables().getOrDefault("version_comment", banner.comment());
    if (!comment.isEmpty()) {
      evidence.append(", \"").append(comment).append('"');
    }
    if (!banner.version().equals(version)) {
      evidence
          .append("; SELECT @@version answers ")
          .append(banner.version())
          .append(": a proxy in between speaks for it");
    }
    return evidence.toString();
  }
}
