package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;

/** Which major releases a plugin takes, and what it says of the others. */
public enum Releases {
  TEN("MariaDB 10.0 to 10.11", 10, 10, "10.11.5"),
  ELEVEN_AND_LATER("MariaDB 11 and later, tried up to 11.4", 11, Integer.MAX_VALUE, "11.4.5");

  private final String description;
  private final int majorMin;
  private final int majorMax;
  private final ServerVersion newest;

  Releases(String description, int majorMin, int majorMax, String newest) {
    this.description = description;
    this.majorMin = majorMin;
    this.majorMax = majorMax;
    this.newest = ServerVersion.parse(newest);
  }

  String description() {
    return description;
  }

  /** The newest that was tried. */
  ServerVersion newest() {
    return newest;
  }

  boolean contains(ServerVersion version) {
    return version.major() >= majorMin && version.major() <= majorMax;
  }
}
