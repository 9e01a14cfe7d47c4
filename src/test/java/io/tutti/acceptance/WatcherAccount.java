package io.tutti.acceptance;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.plugins.mysql56.MySql56Provider;
import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.FlavorProvider;

/**
 * The account that the controller reads with, on every server of a sandbox: exactly its plugin's
 * grants.
 */
public final class WatcherAccount {
  static final String USER = "watcher";
  static final String PASSWORD = "watch-Only-1";
  private static final String ACCOUNT = "'watcher'@'%'";

  private WatcherAccount() {}

  public static void createOnAll(Sandbox sandbox) {
    sandbox.servers().forEach(WatcherAccount::createOn);
  }

  static void createOn(SandboxServer server) {
    String noBinlog = "SET SESSION sql_log_bin=0";
    server.execute(noBinlog, "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + PASSWORD + "'");
    ServerVersion version =
        ServerVersion.parse(server.queryValue("SELECT @@version").orElseThrow());
    for (String grant : provider(server.release()).monitoringGrants(version, ACCOUNT)) {
      server.execute(noBinlog, grant);
    }
  }

  /** Adds exactly what its plugin says is needed to change replication. */
  public static void letOperate(SandboxServer server) {
    ServerVersion version =
        ServerVersion.parse(server.queryValue("SELECT @@version").orElseThrow());
    for (String grant : provider(server.release()).operatingGrants(version, ACCOUNT)) {
      server.execute("SET SESSION sql_log_bin=0", grant);
    }
  }

  static FlavorProvider provider(ServerRelease release) {
    return switch (release) {
      case MYSQL_5_6_14 -> new MySql56Provider();
      case MYSQL_5_7_22 -> new MySql57Provider();
      case MYSQL_8_0_15 -> new MySql80Provider();
      case MYSQL_9_7 -> new MySql84Provider();
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5 -> new MariaDb10Provider();
      case MARIADB_11_4_5 -> new MariaDb11Provider();
    };
  }
}
