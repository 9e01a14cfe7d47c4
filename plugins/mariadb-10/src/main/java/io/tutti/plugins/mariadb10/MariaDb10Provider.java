package io.tutti.plugins.mariadb10;

import io.tutti.plugins.mariadb.MariaDbProvider;
import io.tutti.plugins.mariadb.Releases;

/** MariaDB 10.0 to 10.11. */
public final class MariaDb10Provider extends MariaDbProvider {
  public MariaDb10Provider() {
    super("mariadb-10", Releases.TEN);
  }
}
