package io.tutti.plugins.hook.proxysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.plugins.hook.proxysql.MadeUpProxySql.Manner;
import io.tutti.plugins.hook.proxysql.MadeUpProxySql.Server;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookOutcome.Failed;
import io.tutti.spi.hook.HookOutcome.Succeeded;
import io.tutti.spi.hook.HookPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Against a stand-in that speaks the documented admin protocol: ProxySQL itself is not to be had.
 */
class ProxySqlHookTest {
  private static final Server OLD = new Server(10, "db1", 3306, "ONLINE");
  private static final Server NEXT = new Server(20, "db2", 3306, "ONLINE");
  private static final Server OTHER = new Server(20, "db3", 3306, "ONLINE");
  private static final List<Server> ALL = List.of(OLD, NEXT, OTHER);
  private static final String PASSWORD = "a secret";

  @TempDir private Path folder;
  private Path passwordFile;

  @BeforeEach
  void writePassword() throws IOException {
    passwordFile = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
  }

  private static Hook hook(Map<String, String> options) {
    return new ProxySqlProvider()
        .open(
            new HookOptions("proxy", List.of(), Optional.empty(), Optional.empty(), options),
            each -> {
              throw new IllegalStateException("it sends no messages");
            });
  }

  private Hook hook(String admin) {
    return hook(
        Map.of(
            "admin", admin,
            "user", "tutti",
            "password-file", passwordFile.toString(),
            "writer-hostgroup", "10",
            "reader-hostgroup", "20"));
  }

  private static HookEvent event(String point, boolean isSample) {
    List<InstanceAddress> members =
        List.of("db1:3306", "db2:3306", "db3:3306").stream().map(InstanceAddress::parse).toList();
    return new HookEvent(
        "1",
        HookPoint.parse(point).orElseThrow(),
        Instant.EPOCH,
        isSample,
        new HookEvent.Cause("op", "switchover", "alice", Optional.of(true), ""),
        new HookEvent.About(
            "db1:3306",
            Optional.of(members.get(0)),
            Optional.of("shop"),
            Optional.of(members.get(1)),
            List.of(),
            members));
  }

  private HookOutcome call(MadeUpProxySql proxy, String point) {
    return hook(proxy.at()).call(event(point, false), Deadline.after(Duration.ofSeconds(20)));
  }

  private static MadeUpProxySql proxy(Manner manner, List<Server> servers) {
    return new MadeUpProxySql(manner, PASSWORD, servers);
  }

  @Test
  void aSwitchoverSwapsThem() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      assertThat(call(proxy, "after-switchover"))
          .isEqualTo(
              new Succeeded(
                  "In use and saved: db1:3306 in 20 ONLINE, db2:3306 in 10 ONLINE, db3:3306 in 20"
                      + " ONLINE."));
      assertThat(proxy.runtime())
          .containsExactlyInAnyOrder(
              new Server(20, "db1", 3306, "ONLINE"), new Server(10, "db2", 3306, "ONLINE"), OTHER);
      assertThat(proxy.disk()).isEqualTo(proxy.runtime());
    }
  }

  /** What the admin interface is known to answer, and nothing else, is said at a login. */
  @Test
  void whatIsSaidIsWhatIsDocumented() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      call(proxy, "after-failover");
      assertThat(proxy.statements())
          .containsExactly(
              "SELECT hostgroup_id, hostname, port, status FROM mysql_servers",
              "SELECT hostgroup_id, hostname, port, status FROM runtime_mysql_servers",
              "UPDATE mysql_servers SET hostgroup_id=20, status='OFFLINE_HARD' WHERE"
                  + " hostgroup_id=10 AND hostname='db1' AND port=3306",
              "UPDATE mysql_servers SET hostgroup_id=10, status='ONLINE' WHERE hostgroup_id=20"
                  + " AND hostname='db2' AND port=3306",
              "LOAD MYSQL SERVERS TO RUNTIME",
              "SELECT hostgroup_id, hostname, port, status FROM runtime_mysql_servers",
              "SAVE MYSQL SERVERS TO DISK");
    }
  }

  @Test
  void aWriterThatIsAReaderTooIsNotThereTwice() {
    Server asReader = new Server(20, "db1", 3306, "ONLINE");
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, List.of(OLD, asReader, NEXT))) {
      assertThat(call(proxy, "after-failover")).isInstanceOf(Succeeded.class);
      assertThat(proxy.runtime())
          .containsExactlyInAnyOrder(
              new Server(20, "db1", 3306, "OFFLINE_HARD"), new Server(10, "db2", 3306, "ONLINE"));
    }
  }

  @Test
  void calledAgainItChangesNothing() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      call(proxy, "after-switchover");
      int said = proxy.statements().size();

      assertThat(call(proxy, "after-switchover").output()).startsWith("It is so already");
      assertThat(proxy.statements().subList(said, said + 2))
          .allMatch(each -> each.startsWith("SELECT"));
      assertThat(proxy.statements()).hasSize(said + 2);
    }
  }

  @Test
  void aFenceTakesItOutAndItsEndBringsItBack() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      assertThat(call(proxy, "before-switchover")).isInstanceOf(Succeeded.class);
      assertThat(proxy.runtime()).contains(new Server(10, "db1", 3306, "OFFLINE_SOFT"));

      assertThat(call(proxy, "before-fence")).isInstanceOf(Succeeded.class);
      assertThat(proxy.runtime()).contains(new Server(10, "db1", 3306, "OFFLINE_HARD"));

      assertThat(call(proxy, "after-unfence")).isInstanceOf(Succeeded.class);
      assertThat(proxy.runtime()).containsExactlyInAnyOrderElementsOf(ALL);
    }
  }

  @Test
  void hostgroupsOfAnotherClusterAreLeftAlone() {
    List<Server> others = List.of(new Server(10, "web1", 3306, "ONLINE"));
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, others)) {
      assertThat(call(proxy, "after-failover").output()).contains("left alone");
      assertThat(proxy.statements()).hasSize(1);
    }
  }

  @Test
  void aNewSourceThatItDoesNotKnowIsAFailureBeforeAnythingIsChanged() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, List.of(OLD, OTHER))) {
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(
              Failed.class,
              failed ->
                  assertThat(failed.why())
                      .contains("db2:3306 is in neither", "nothing was changed"));
      assertThat(proxy.runtime()).containsExactly(OLD, OTHER);
    }
  }

  @Test
  void whatSomebodyElseHadChangedIsNamed() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      proxy.add(new Server(20, "db9", 3306, "ONLINE"));
      assertThat(call(proxy, "after-switchover").output())
          .endsWith(
              "What was in mysql_servers and not in use before was loaded with it: db9:3306 in 20"
                  + " ONLINE.");
    }
  }

  @Test
  void aSampleOnlyReads() {
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      HookOutcome outcome =
          hook(proxy.at())
              .call(event("after-failover", true), Deadline.after(Duration.ofSeconds(20)));

      assertThat(outcome.output()).startsWith("In use: db1:3306 in 10 ONLINE").endsWith("changed.");
      assertThat(proxy.statements()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REFUSES_TO_LOAD  | did not accept "LOAD MYSQL SERVERS TO RUNTIME"
          LOADS_NOTHING    | It was loaded, and is not so: db1:3306 in 10 ONLINE
          REFUSES_TO_SAVE  | It is in use, and not saved, so that a restart of ProxySQL undoes it
          CUTS_ITS_ANSWERS | did not accept "SELECT hostgroup_id, hostname, port, status FROM mysql_servers"
          """)
  void whatIsNotSoIsAFailure(Manner manner, String why) {
    try (MadeUpProxySql proxy = proxy(manner, ALL)) {
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.why()).contains(why));
    }
  }

  @Test
  void aWrongPasswordAHangAndAClosedPortAreFailuresThatShowNoSecret() throws IOException {
    Files.writeString(passwordFile, "another secret\n");
    try (MadeUpProxySql proxy = proxy(Manner.RIGHT, ALL)) {
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(
              Failed.class,
              failed ->
                  assertThat(failed.why())
                      .contains("did not accept the login of tutti")
                      .doesNotContain("another secret"));
      proxy.close();
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(
              Failed.class,
              failed -> assertThat(failed.why()).contains("did not accept the login"));
    }
    Files.writeString(passwordFile, PASSWORD);
    try (MadeUpProxySql proxy = proxy(Manner.HANGS, ALL)) {
      assertThat(
              hook(proxy.at())
                  .call(event("after-failover", false), Deadline.after(Duration.ofMillis(300))))
          .isInstanceOf(Failed.class);
      assertThat(proxy.runtime()).isEqualTo(ALL);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          admin=proxy              | options.admin is proxy, not HOST:PORT
          admin=                   | it has no options.admin
          user=                    | it has no options.user
          password-file=           | it has no options.password-file
          password-file=/nothing   | /nothing could not be read
          writer-hostgroup=x       | options.writer-hostgroup is x, not the number of a hostgroup
          reader-hostgroup=10      | are both 10
          password=abc             | there is no options.password; there are: admin, password-file
          """)
  void optionsAreValidatedAtStart(String written, String why) {
    Map<String, String> options =
        new HashMap<>(
            Map.of(
                "admin", "127.0.0.1:6032",
                "user", "tutti",
                "password-file", passwordFile.toString(),
                "writer-hostgroup", "10",
                "reader-hostgroup", "20"));
    String[] words = written.split("=", 2);
    options.put(words[0], words[1]);
    assertThatThrownBy(() -> hook(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
