package io.tutti.plugins.hook.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookOutcome.Failed;
import io.tutti.spi.hook.HookOutcome.Succeeded;
import io.tutti.spi.hook.HookPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a stand-in that keeps the documented HTTP contract: Consul itself is not to be had. */
class ConsulHookTest {
  private static final String KEY = "mysql/shop/source";
  private static final String TOKEN = "b1gs33cr3t";

  /** How the stand-in behaves. */
  private enum Manner {
    RIGHT,
    HANGS,
    FORBIDS,
    FAILS,
    REDIRECTS,
    IS_NO_CONSUL,
    SENDS_HALF_A_KEY,
    SOMEBODY_ELSE_WRITES,
    FORGETS_WHAT_IT_WROTE
  }

  @TempDir private Path folder;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Manner manner = Manner.RIGHT;
  private volatile Optional<String> value = Optional.of("db1:3306");
  private volatile int modified = 7;
  private HttpServer server;
  private Path tokenFile;

  @BeforeEach
  void start() throws IOException {
    tokenFile = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    ended.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String token = String.valueOf(exchange.getRequestHeaders().getFirst("X-Consul-Token"));
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String request =
          "%s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body).strip();
      requests.add(request);
      if (manner == Manner.HANGS) {
        ended.await();
      }
      if (manner == Manner.FORBIDS || !token.equals(TOKEN)) {
        send(exchange, 403, "Permission denied");
      } else if (manner == Manner.FAILS) {
        send(exchange, 500, "No cluster leader");
      } else if (manner == Manner.REDIRECTS) {
        exchange.getResponseHeaders().set("Location", "/elsewhere");
        send(exchange, 307, "");
      } else if (exchange.getRequestMethod().equals("PUT")) {
        send(exchange, 200, written(exchange.getRequestURI().getQuery(), body));
      } else {
        send(exchange, value.isEmpty() ? 404 : 200, read());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String written(String query, String body) {
    if (manner == Manner.SOMEBODY_ELSE_WRITES) {
      value = Optional.of("db3:3306");
      modified++;
    }
    if (!query.equals("cas=%d&flags=42".formatted(modified))) {
      return "false";
    }
    modified++;
    value = manner == Manner.FORGETS_WHAT_IT_WROTE ? value : Optional.of(body);
    return "true\n";
  }

  private String read() {
    String json =
        "[{\"LockIndex\":0,\"Key\":\"%s\",\"Flags\":42,\"Value\":\"%s\",\"CreateIndex\":3,\"ModifyIndex\":%d}]"
            .formatted(
                KEY,
                Base64.getEncoder()
                    .encodeToString(value.orElse("").getBytes(StandardCharsets.UTF_8)),
                modified);
    return switch (manner) {
      case IS_NO_CONSUL -> "<html>Welcome</html>";
      case SENDS_HALF_A_KEY -> json.substring(0, 40);
      default -> json;
    };
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static Hook hook(Map<String, String> options) {
    return new ConsulProvider()
        .open(
            new HookOptions("consul", List.of(), Optional.empty(), Optional.empty(), options),
            each -> {
              throw new IllegalStateException("it sends no messages");
            });
  }

  private Hook hook() {
    return hook(
        Map.of(
            "url",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "key",
            KEY,
            "token-file",
            tokenFile.toString()));
  }

  private static HookEvent event(String point, boolean isSample) {
    List<InstanceAddress> members =
        List.of("db1:3306", "db2:3306").stream().map(InstanceAddress::parse).toList();
    return new HookEvent(
        "1",
        HookPoint.parse(point).orElseThrow(),
        Instant.EPOCH,
        isSample,
        new HookEvent.Cause("op", "failover", "alice", Optional.of(true), ""),
        new HookEvent.About(
            "db1:3306",
            Optional.of(members.get(0)),
            Optional.of("shop"),
            Optional.of(members.get(1)),
            List.of(),
            members));
  }

  private HookOutcome call(String point) {
    return hook().call(event(point, false), Deadline.after(Duration.ofSeconds(20)));
  }

  @Test
  void afterAFailoverItNamesTheNewSource() {
    assertThat(call("after-failover"))
        .isEqualTo(new Succeeded("mysql/shop/source was db1:3306, and is db2:3306 now."));
    assertThat(value).contains("db2:3306");
    assertThat(requests)
        .containsExactly(
            "GET /v1/kv/mysql/shop/source?consistent",
            "PUT /v1/kv/mysql/shop/source?cas=7&flags=42 db2:3306",
            "GET /v1/kv/mysql/shop/source?consistent");
  }

  @Test
  void calledAgainItChangesNothing() {
    call("after-failover");
    assertThat(call("after-failover"))
        .isEqualTo(new Succeeded("mysql/shop/source is db2:3306 already."));
    assertThat(requests).filteredOn(each -> each.startsWith("PUT")).hasSize(1);
  }

  @Test
  void anotherTokenCountsAtOnce() throws IOException {
    Hook hook = hook();
    Files.writeString(tokenFile, "expired\n");
    HookEvent event = event("after-failover", false);

    assertThat(hook.call(event, Deadline.after(Duration.ofSeconds(20))))
        .isInstanceOfSatisfying(
            Failed.class,
            failed ->
                assertThat(failed.why())
                    .contains("refuses to read", "key \"mysql/shop/source\"")
                    .doesNotContain("expired"));
    Files.writeString(tokenFile, TOKEN);
    assertThat(hook.call(event, Deadline.after(Duration.ofSeconds(20))))
        .isInstanceOf(Succeeded.class);
  }

  @Test
  void whatNamesAnotherClusterIsLeftAlone() {
    value = Optional.of("web1:3306");
    assertThat(call("after-failover").output()).contains("left alone");
    value = Optional.of("what is this");
    assertThat(call("after-failover").output()).contains("left alone");
    assertThat(requests).noneMatch(each -> each.startsWith("PUT"));
  }

  @Test
  void aKeyThatThereIsNotIsAFailure() {
    value = Optional.empty();
    assertThat(call("after-failover"))
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.why()).contains("consul kv put " + KEY));
  }

  @Test
  void aFenceIsNothingThatAKeyCanSay() {
    assertThat(call("before-fence").output()).startsWith("There is nothing to do");
    assertThat(requests).isEmpty();
  }

  @Test
  void aSampleOnlyReads() {
    HookOutcome outcome =
        hook().call(event("after-failover", true), Deadline.after(Duration.ofSeconds(20)));
    assertThat(outcome.output()).startsWith("mysql/shop/source is db1:3306.").endsWith("changed.");
    assertThat(requests).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FORBIDS               | refuses to read
          FAILS                 | answered 500
          REDIRECTS             | answered 307
          IS_NO_CONSUL          | is no Consul
          SENDS_HALF_A_KEY      | is no Consul
          SOMEBODY_ELSE_WRITES  | was changed to db3:3306 by somebody else just now, and left so
          FORGETS_WHAT_IT_WROTE | was set to db2:3306, and is db1:3306
          """)
  void whatIsNotSoIsAFailure(Manner wrong, String why) {
    manner = wrong;
    assertThat(call("after-failover"))
        .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.why()).contains(why));
  }

  @Test
  void oneThatHangsOrIsNotThereIsAFailureInTime() {
    manner = Manner.HANGS;
    assertThat(hook().call(event("after-failover", false), Deadline.after(Duration.ofMillis(100))))
        .isInstanceOf(Failed.class);
    ended.countDown();
    server.stop(0);
    assertThat(call("after-failover"))
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.why()).contains("did not answer a GET"));
  }

  @ParameterizedTest
  @EnumSource(Manner.class)
  void noFailureShowsTheToken(Manner each) {
    if (each != Manner.HANGS) {
      manner = each;
      assertThat(call("after-failover").toString()).doesNotContain(TOKEN);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          key=                        | it has no options.key
          key=a b                     | options.key is a b
          key=../acl                  | options.url
          url=127.0.0.1:8500          | options.url
          url=http://me:pw@127.0.0.1  | options.url
          token-file=/nothing         | /nothing could not be read
          token=abc                   | there is no options.token; there are: key, token-file, url
          """)
  void optionsAreValidatedAtStart(String written, String why) {
    Map<String, String> options =
        new HashMap<>(Map.of("url", "http://127.0.0.1:8500/x", "key", KEY));
    if (!written.startsWith("key=../")) {
      options.put("url", "http://127.0.0.1:8500");
    }
    String[] words = written.split("=", 2);
    options.put(words[0], words[1]);
    assertThatThrownBy(() -> hook(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
