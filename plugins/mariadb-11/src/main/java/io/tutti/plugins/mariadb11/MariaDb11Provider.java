package io.tutti.plugins.mariadb11;

import io.tutti.plugins.mariadb.MariaDbProvider;
import io.tutti.plugins.mariadb.Releases;

/** MariaDB 11, 12 and later. */
public final class MariaDb11Provider extends MariaDbProvider {
  public MariaDb11Provider() {
    super("mariadb-11", Releases.ELEVEN_AND_LATER);
  }
}
