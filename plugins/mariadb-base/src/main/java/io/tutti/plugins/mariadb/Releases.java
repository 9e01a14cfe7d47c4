package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;

/** Which major releases a plugin takes, and what it says of the others. */
public enum Releases {
  TEN("MariaDB 10.0 to 10.11", 10, 10),
  ELEVEN_AND_LATER("MariaDB 11 and later, tried up to 11.4", 11, Integer.MAX_VALUE);

  private final String description;
  private final int majorMin;
  private final int majorMax;

  Releases(String description, int majorMin, int majorMax) {
    this.description = description;
    this.majorMin = majorMin;
    this.majorMax = majorMax;
  }

  String description() {
    return description;
  }

  boolean contains(ServerVersion version) {
    return version.major() >= majorMin && version.major() <= majorMax;
  }
}
