package io.tutti.plugins.hook.haproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.plugins.hook.haproxy.MadeUpHaProxy.Manner;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookOutcome.Failed;
import io.tutti.spi.hook.HookOutcome.Succeeded;
import io.tutti.spi.hook.HookPoint;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a stand-in; the real one is in {@code HaProxyTest} of the acceptance tests. */
class HaProxyHookTest {
  private static final String OLD = "127.0.0.1:3301";
  private static final String NEW = "127.0.0.1:3302";
  private static final String OTHER = "127.0.0.1:3303";

  private static Hook hook(Map<String, String> options) {
    return new HaProxyProvider()
        .open(
            new HookOptions("ha", List.of(), Optional.empty(), Optional.empty(), options),
            each -> {
              throw new IllegalStateException("it sends no messages");
            });
  }

  private static Hook hook(String socket) {
    return hook(Map.of("socket", socket, "server", "mysql/writer"));
  }

  private static HookEvent event(String point, boolean isSample) {
    List<InstanceAddress> members =
        List.of(OLD, NEW, OTHER).stream().map(InstanceAddress::parse).toList();
    return new HookEvent(
        "1",
        HookPoint.parse(point).orElseThrow(),
        Instant.EPOCH,
        isSample,
        new HookEvent.Cause("op", "switchover", "alice", Optional.of(true), ""),
        new HookEvent.About(
            OLD,
            Optional.of(members.get(0)),
            Optional.of("shop"),
            Optional.of(members.get(1)),
            List.of(),
            members));
  }

  private static HookOutcome call(MadeUpHaProxy proxy, String point) {
    return hook(proxy.at()).call(event(point, false), Deadline.after(Duration.ofSeconds(20)));
  }

  private static MadeUpHaProxy proxy(Manner manner) {
    return new MadeUpHaProxy(manner, "127.0.0.1", 3301);
  }

  @Test
  void afterASwitchoverItLeadsToTheNewSource() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      assertThat(call(proxy, "after-switchover"))
          .isEqualTo(
              new Succeeded(
                  "mysql/writer led to 127.0.0.1:3301, ready, and leads to 127.0.0.1:3302, ready"
                      + " now."));
      assertThat(proxy.leadsTo()).isEqualTo(NEW);
      assertThat(proxy.changes())
          .containsExactly(
              "set server mysql/writer addr 127.0.0.1 port 3302",
              "shutdown sessions server mysql/writer",
              "set server mysql/writer state ready");
    }
  }

  @Test
  void calledAgainItChangesNothing() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      call(proxy, "after-failover");
      int changes = proxy.changes().size();

      assertThat(call(proxy, "after-failover").output()).contains("leads to", "already");
      assertThat(proxy.changes()).hasSize(changes);
    }
  }

  @Test
  void whatLeadsToAnotherClusterIsLeftAlone() {
    try (MadeUpHaProxy proxy = new MadeUpHaProxy(Manner.RIGHT, "127.0.0.1", 9999)) {
      assertThat(call(proxy, "after-failover"))
          .isEqualTo(
              new Succeeded(
                  "mysql/writer leads to 127.0.0.1:9999, ready, which is no server of this"
                      + " cluster: it was left alone."));
      assertThat(call(proxy, "before-fence").output()).contains("nothing to do");
      assertThat(call(proxy, "aborted-fence").output()).contains("nothing to do");
      assertThat(proxy.changes()).isEmpty();
    }
  }

  @Test
  void whatLedToAReplicaIsSetRight() {
    try (MadeUpHaProxy proxy = new MadeUpHaProxy(Manner.RIGHT, "127.0.0.1", 3303)) {
      assertThat(call(proxy, "after-failover")).isInstanceOf(Succeeded.class);
      assertThat(proxy.leadsTo()).isEqualTo(NEW);
    }
  }

  @Test
  void aFenceShutsItAndItsEndOpensIt() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      assertThat(call(proxy, "before-fence").output())
          .isEqualTo(
              "mysql/writer led to 127.0.0.1:3301, ready, and leads to 127.0.0.1:3301, in"
                  + " maintenance now.");
      assertThat(proxy.isReady()).isFalse();
      assertThat(proxy.changes())
          .containsExactly(
              "set server mysql/writer state maint", "shutdown sessions server mysql/writer");

      assertThat(call(proxy, "after-unfence")).isInstanceOf(Succeeded.class);
      assertThat(proxy.isReady()).isTrue();
    }
  }

  @Test
  void aServerThatWasShutBeforeASwitchoverIsReadyAfterIt() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      call(proxy, "before-switchover");
      assertThat(proxy.isReady()).isFalse();
      assertThat(proxy.changes()).doesNotContain("shutdown sessions server mysql/writer");

      call(proxy, "after-switchover");

      assertThat(proxy.isReady()).isTrue();
      assertThat(proxy.leadsTo()).isEqualTo(NEW);
    }
  }

  @Test
  void checksThatSawTheDeadServerAreSetToUp() {
    try (MadeUpHaProxy proxy = proxy(Manner.SEES_IT_DOWN)) {
      assertThat(call(proxy, "after-failover")).isInstanceOf(Succeeded.class);
      assertThat(proxy.changes()).last().isEqualTo("set server mysql/writer health up");
    }
  }

  @Test
  void aSampleChangesNothing() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      HookOutcome outcome =
          hook(proxy.at())
              .call(event("after-failover", true), Deadline.after(Duration.ofSeconds(20)));

      assertThat(outcome.output())
          .startsWith("mysql/writer leads to 127.0.0.1:3301, ready.")
          .endsWith("nothing was changed.");
      assertThat(proxy.changes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DENIES           | HAProxy did not do it: mysql/writer led to 127.0.0.1:3301, ready, and leads to 127.0.0.1:3301, ready now. It answered "set server mysql/writer addr 127.0.0.1 port 3302" with: Permission denied
          DOES_NOTHING     | HAProxy did not do it
          CUTS_ITS_ANSWERS | shows no server mysql/writer
          IS_NO_HAPROXY    | shows no server mysql/writer: HTTP/1.0 400 Bad request
          """)
  void whatIsNotSoIsAFailure(Manner manner, String why) {
    try (MadeUpHaProxy proxy = proxy(manner)) {
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.why()).contains(why));
      assertThat(proxy.leadsTo()).isEqualTo(OLD);
    }
  }

  @Test
  void oneThatHangsOrIsNotThereIsAFailureInTime() {
    try (MadeUpHaProxy proxy = proxy(Manner.HANGS)) {
      assertThat(
              hook(proxy.at())
                  .call(event("after-failover", false), Deadline.after(Duration.ofMillis(100))))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.why()).contains("did not end in time"));
      proxy.close();
      assertThat(call(proxy, "after-failover"))
          .isInstanceOfSatisfying(
              Failed.class,
              failed ->
                  assertThat(failed.why())
                      .startsWith("HAProxy at " + proxy.at() + " did not answer"));
    }
  }

  @Test
  void aNameWithoutAnAddressIsAFailureBeforeAnythingIsChanged() {
    try (MadeUpHaProxy proxy = proxy(Manner.RIGHT)) {
      HookEvent real = event("after-failover", false);
      HookEvent named =
          new HookEvent(
              "1",
              real.point(),
              real.at(),
              false,
              real.cause(),
              new HookEvent.About(
                  OLD,
                  real.about().instance(),
                  Optional.empty(),
                  Optional.of(InstanceAddress.parse("db2.invalid:3306")),
                  List.of(),
                  List.of()));

      assertThat(hook(proxy.at()).call(named, Deadline.after(Duration.ofSeconds(20))))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.why()).contains("db2.invalid has none"));
      assertThat(proxy.changes()).isEmpty();
    }
  }

  @Test
  void aSocketMayBeAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("admin.sock");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(file));
      Thread.ofVirtual()
          .start(() -> {
            try (SocketChannel client = server.accept()) {
              ByteBuffer asked = ByteBuffer.allocate(100);
              int unused = client.read(asked);
              int sent =
                  client.write(
                      ByteBuffer.wrap("No such command\n".getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
              // The test fails without an answer.
            }
          });

      assertThat(
              hook(file.toString())
                  .call(event("after-failover", true), Deadline.after(Duration.ofSeconds(20))))
          .isEqualTo(
              new Failed(
                  "HAProxy at %s shows no server mysql/writer: No such command".formatted(file),
                  ""));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          socket=/run/a                                  | it has no options.server
          server=mysql/writer                            | it has no options.socket
          socket=/run/a;server=writer                    | not BACKEND/SERVER
          socket=/run/a;server=mysql/writer;servr=1      | there is no options.servr; there are: server, socket
          socket=admin.sock;server=mysql/writer          | neither an absolute path nor HOST:PORT
          socket=127.0.0.1:99999;server=mysql/writer     | options.socket: port 99999
          """)
  void optionsAreValidatedAtStart(String written, String why) {
    Map<String, String> options = new java.util.HashMap<>();
    for (String each : written.split(";")) {
      options.put(each.split("=")[0], each.split("=")[1]);
    }
    assertThatThrownBy(() -> hook(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
