package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Binlogs that their server encrypts: a file is refused with what to do, and the same is read from
 * the server, which decrypts it. Only the binaries of 9.7 come with a component that keeps keys.
 */
@Matrix
class BinlogEncryptedTest {
  private static final String SERVER = "servers/" + ServerRelease.MYSQL_9_7.id();
  private static final int ROWS = 7;

  @TempDir private Path folder;

  @Test
  void filesAreRefusedAndTheServerIsRead() throws Exception {
    try (Bed bed = start()) {
      SandboxServer server = bed.source();
      String address = bed.address(server).toString();
      CommandResult known = bed.controller().tutti("discover", address);
      assertThat(known.exitCode()).as("%s", known).isZero();
      bed.createTable();
      Path encrypted = Binlogs.newest(server);
      bed.write(ROWS);
      server.execute("FLUSH BINARY LOGS");

      CommandResult refused = bed.controller().tutti("binlog", "analyze", encrypted.toString());
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.output()).isEmpty();
      assertThat(refused.errors())
          .contains(
              encrypted.toString(),
              "its server encrypted it, from byte 0 on",
              "BINLOG_ENCRYPTED",
              "read it from its server, which decrypts it: name HOST:PORT instead of the file");

      assertRead(bed, "binlog", "analyze", address);
      Path password = Files.writeString(folder.resolve("password"), WatcherAccount.PASSWORD);
      Path key = server.dataDirectory().resolve("public_key.pem");
      assertRead(
          bed,
          "binlog",
          "analyze",
          address,
          "--user",
          WatcherAccount.USER,
          "--password-file",
          password.toString(),
          "--server-public-key",
          key.toString());
    }
  }

  private static void assertRead(Bed bed, String... words) {
    CommandResult read = bed.controller().tutti(words);
    assertThat(read.exitCode()).as("%s", read).isZero();
    assertThat(read.output()).contains(ROWS + 2 + " transactions", "d.t");
    System.out.println(read.output());
  }

  private Bed start() throws IOException, InterruptedException {
    return Bed.of(ServerRelease.MYSQL_9_7)
        .topology("1")
        .about(1)
        .cache(withKeys())
        .options("binlog_encryption=ON")
        .operationMax(Duration.ofMinutes(2))
        .start();
  }

  /**
   * A copy of the binaries whose server loads the component, as it looks for what to load beside
   * itself.
   */
  private CacheFolder withKeys() throws IOException, InterruptedException {
    CacheFolder cache = CacheFolder.ofEnvironment();
    Path copy = Files.createDirectories(folder.resolve("cache/servers"));
    for (String how : new String[] {"-al", "-a"}) {
      String from = cache.root().resolve(SERVER).toString();
      if (new ProcessBuilder("cp", how, from, copy.toString()).start().waitFor() == 0) {
        break;
      }
    }
    Path base = folder.resolve("cache").resolve(SERVER).resolve("usr");
    Files.writeString(
        base.resolve("sbin/mysqld.my"), "{\"components\": \"file://component_keyring_file\"}");
    Files.writeString(
        base.resolve("lib/mysql/plugin/component_keyring_file.cnf"),
        "{\"path\": \"%s\", \"read_only\": false}".formatted(folder.resolve("keys")));
    return new CacheFolder(folder.resolve("cache"));
  }
}
