package io.tutti.acceptance;

import io.tutti.acceptance.RandomCluster.Trait;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The servers and the controller of a {@link RandomCluster}, with all that it is to have. */
final class RandomClusterBed {
  private static final int DELAY_SECONDS = 3;
  private static final String LEFT_OUT = "left_out";

  private final RandomCluster drawn;
  private final Path folder;

  RandomClusterBed(RandomCluster drawn, Path folder) {
    this.drawn = drawn;
    this.folder = folder;
  }

  Bed start() {
    Optional<OwnAuthority> authority =
        drawn.has(Trait.TLS) ? Optional.of(signed()) : Optional.empty();
    Bed bed = builder(authority).start();
    try {
      fill(bed, authority);
      return bed;
    } catch (RuntimeException | AssertionError e) {
      bed.close();
      throw e;
    }
  }

  private OwnAuthority signed() {
    try {
      OwnAuthority authority = OwnAuthority.in(Files.createDirectories(folder));
      authority.sign("server", "ip:127.0.0.1");
      return authority;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BedBuilder builder(Optional<OwnAuthority> authority) {
    Map<String, String> settings = new HashMap<>();
    settings.put("TUTTI_DISCOVERY_POLL_INTERVAL", "500ms");
    if (drawn.has(Trait.BY_ITSELF)) {
      settings.put("TUTTI_FAILOVER_POLICY", "AUTO");
      settings.put("TUTTI_REJOIN_POLICY", "AUTO");
    }
    BedBuilder builder =
        Bed.of(drawn.release())
            .topology(drawn.has(Trait.SECOND_CHANNEL) ? "1>2,1>3,4>3" : "1>2,1>3")
            .byGtid(!drawn.has(Trait.BY_POSITION))
            .about(1)
            .durable()
            .usualTimeouts()
            .mayAttach()
            .operationMax(Duration.ofMinutes(4));
    authority.ifPresent(each -> {
      builder.tls(each);
      settings.put("TUTTI_REPLICATION_USER", "repl2");
      settings.put("TUTTI_REPLICATION_PASSWORD", NewChannelTest.PASSWORD);
    });
    if (drawn.has(Trait.SEMI_SYNC)) {
      builder.semiSync();
    }
    if (drawn.has(Trait.EVENT)) {
      builder.options("event_scheduler=ON");
    }
    if (drawn.has(Trait.FILTERED)) {
      builder.options(3, "replicate_wild_ignore_table=" + LEFT_OUT + ".%");
    }
    return builder.settings(settings);
  }

  private void fill(Bed bed, Optional<OwnAuthority> authority) {
    bed.createTable();
    ApplicationWrites.createAccount(bed.source());
    authority.ifPresent(each -> {
      NewChannelTest.lettingInOverTlsOnly(bed.source());
      List.of(bed.server(2), bed.server(3))
          .forEach(replica -> NewChannelTest.change(replica, each.certificate()));
    });
    bed.awaitKnown();
    for (SandboxServer replica : List.of(bed.server(2), bed.server(3))) {
      Checksums.awaitEqual(bed.source(), replica, "d.t");
    }
    if (drawn.has(Trait.EVENT)) {
      schedule(bed);
    }
    lastReplica(bed, bed.server(3));
    if (drawn.has(Trait.ODD_DEFAULTS)) {
      bed.sandbox().servers().forEach(OddDefaults::set);
    }
  }

  private static void schedule(Bed bed) {
    bed.source()
        .execute(
            "CREATE DATABASE `it's \"odd\"`",
            "CREATE TABLE `it's \"odd\"`.ticks (id BIGINT AUTO_INCREMENT PRIMARY KEY, at BIGINT)",
            "CREATE DEFINER = 'root'@'%' EVENT `it's \"odd\"`.`ti'ck` ON SCHEDULE EVERY 1 SECOND"
                + " ON COMPLETION PRESERVE DO INSERT INTO `it's \"odd\"`.ticks (at)"
                + " VALUES (@@server_id)");
    new EventBed(bed).grant();
  }

  private void lastReplica(Bed bed, SandboxServer last) {
    if (drawn.has(Trait.DELAYED)) {
      DelayedReplicaTest.delay(last, DELAY_SECONDS);
    }
    if (drawn.has(Trait.ERRANT)) {
      last.execute("INSERT INTO d.t VALUES (999999)");
    }
    if (drawn.has(Trait.STOPPED)) {
      last.execute("STOP %s SQL_THREAD".formatted(ReplicaStatus.word(last.release())));
    }
  }

  /** A transaction that is prepared and not ended; its session stays open. */
  static Connection prepare(SandboxServer source) throws SQLException {
    Connection client = source.connect(SandboxAccount.ADMIN, Duration.ofMinutes(5));
    try (Statement statement = client.createStatement()) {
      for (String each : OddDefaults.USUAL) {
        statement.execute(each);
      }
      statement.execute("XA START 'left'");
      statement.execute("INSERT INTO d.t VALUES (999998)");
      statement.execute("XA END 'left'");
      statement.execute("XA PREPARE 'left'");
      return client;
    } catch (SQLException e) {
      client.close();
      throw e;
    }
  }
}
