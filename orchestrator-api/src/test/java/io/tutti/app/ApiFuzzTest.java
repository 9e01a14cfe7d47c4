package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.ApiClient.Operation;
import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The API is what its document says, for whatever is asked: requests are generated from it, right
 * and wrong, and each answer must be one that it documents, and none a defect.
 */
class ApiFuzzTest {
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "x",
          "0",
          "-1",
          "2.7",
          "1e400",
          "99999999999999999999",
          "null",
          "true",
          "\u0000",
          "\u001b[2J",
          "é中😀",
          "../..",
          "%s%n",
          "' OR 1=1 --",
          "127.0.0.1:1",
          "[::1]:99999",
          "PT30S",
          "PT-1S",
          "P1D",
          "2026-11-22T00:00:00Z",
          "a".repeat(300),
          "a".repeat(10_000));

  @TempDir private static Path home;
  private static final FakeServers SERVERS = new FakeServers();
  private static RunningController running;
  private static ApiClient client;
  private static FakeServer server;
  private static final List<String> CALLERS = new ArrayList<>();

  @BeforeAll
  static void start() {
    running = RunningController.start(home, SERVERS);
    client = new ApiClient(running);
    server = SERVERS.start();
    CALLERS.add("");
    for (String role : List.of("REPORTER", "VIEWER", "OPERATOR", "ADMIN")) {
      Answer made =
          client.call(
              "createToken",
              Map.of(),
              "{\"name\":\"%s-of-fuzz\",\"role\":\"%s\"}"
                  .formatted(role.toLowerCase(java.util.Locale.ROOT), role),
              "Bearer " + RunningController.TOKEN);
      CALLERS.add("Bearer " + made.json().path("token").asString());
    }
  }

  @AfterAll
  static void stop() {
    running.close();
    SERVERS.close();
  }

  /** As a generated client would: by ids and schemas alone. */
  @Test
  void aClientMadeFromTheDocumentActsAndReadsErrors() {
    String admin = "Bearer " + RunningController.TOKEN;
    FakeServer mine = SERVERS.start();
    Answer found =
        client.call("createDiscovery", Map.of(), "{\"address\":\"" + mine.address + "\"}", admin);
    assertThat(found.json().path("reached").path(0).asString()).isEqualTo(mine.address.toString());

    Answer shown =
        client.call("getInstance", Map.of("instance", mine.address.toString()), "", admin);
    assertThat(shown.json().path("contact").asString()).isEqualTo("REACHED");

    Answer refused =
        client.call("fenceInstance", Map.of("instance", "db9:1"), "{\"dryRun\":true}", admin);
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.json().path("code").asString()).isEqualTo("UNKNOWN_INSTANCE");

    client.call("getClusters", Map.of(), "", admin);
    client.call("getFindings", Map.of(), "", admin);
    client.call("getAudit", Map.of("limit", "10"), "", admin);
    client.call("getHealth", Map.of(), "", "");
    client.call("getVersion", Map.of(), "", admin);
    Answer forgotten =
        client.call("deleteInstance", Map.of("instance", mine.address.toString()), "", admin);
    assertThat(forgotten.json().path("address").asString()).isEqualTo(mine.address.toString());
  }

  @Test
  void threeHundredRequestsAreAnsweredAsTheDocumentSays() {
    fuzz(1, 300);
  }

  @Test
  @Tag("thorough")
  void tenThousandRequestsAreAnsweredAsTheDocumentSays() {
    fuzz(Long.getLong("tutti.fuzz.seed", 7306L), 10_000);
  }

  private void fuzz(long seed, int requests) {
    Random random = new Random(seed);
    List<Operation> operations = new ArrayList<>(client.operations().values());
    discover();
    for (int number = 0; number < requests; number++) {
      Operation operation = operations.get(random.nextInt(operations.size()));
      String caller = CALLERS.get(random.nextInt(CALLERS.size()));
      if (caller.isEmpty() && random.nextInt(10) > 0) {
        // Many without a token are slowed down, as they should be.
        caller = CALLERS.getLast();
      }
      Map<String, String> parameters = parameters(operation, random);
      String body = body(operation, random);
      Answer answer;
      try {
        answer = client.call(operation.id(), parameters, body, caller);
      } catch (AssertionError e) {
        throw new AssertionError(
            "seed %d, request %d: %s %s %s"
                .formatted(seed, number, operation.id(), parameters, body),
            e);
      }
      assertThat(answer.status())
          .as("seed %d, request %d: %s %s %s", seed, number, operation.id(), parameters, body)
          .isNotIn(500, 501, 502, 503);
    }
    discover();
    int before = server.readings.get();
    await().atMost(Duration.ofSeconds(20)).until(() -> server.readings.get() > before);
  }

  /** One that a request has forgotten is found again. */
  private static void discover() {
    assertThat(
            running
                .post("/api/v1/discoveries", "{\"address\":\"" + server.address + "\"}")
                .status())
        .isEqualTo(200);
  }

  private Map<String, String> parameters(Operation operation, Random random) {
    Map<String, String> parameters = new HashMap<>();
    for (JsonNode each : operation.parameters()) {
      boolean inPath = each.path("in").asString().equals("path");
      String name = each.path("name").asString();
      if (inPath) {
        boolean known = name.equals("instance") || name.equals("cluster");
        String value = odd(random);
        parameters.put(
            name,
            known && random.nextInt(3) > 0
                ? server.address.toString()
                : usable(value) ? value : "none");
      } else if (random.nextInt(3) == 0) {
        parameters.put(name, odd(random));
      }
    }
    return parameters;
  }

  /** An empty part of a path is another path; what is longer the web server does not take. */
  private static boolean usable(String value) {
    return !value.isBlank()
        && value.length() < 1000
        && value.indexOf('/') < 0
        && value.chars().allMatch(sign -> sign > ' ');
  }

  private static String odd(Random random) {
    return ODD.get(random.nextInt(ODD.size()));
  }

  private String body(Operation operation, Random random) {
    JsonNode schema = operation.bodySchema();
    if (schema.isMissingNode()) {
      return "";
    }
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> "{";
      case 2 -> "null";
      case 3 -> "[" + quoted(odd(random)) + "]";
      default -> object(client.resolved(schema), random);
    };
  }

  private String object(JsonNode schema, Random random) {
    List<String> members = new ArrayList<>();
    schema
        .path("properties")
        .properties()
        .forEach(each -> {
          if (random.nextInt(2) == 0) {
            members.add(quoted(each.getKey()) + ":" + value(each.getValue(), random));
          }
        });
    if (random.nextInt(15) == 0) {
      members.add(quoted(odd(random)) + ":" + quoted(odd(random)));
    }
    return "{" + String.join(",", members) + "}";
  }

  private String value(JsonNode reference, Random random) {
    JsonNode schema = client.resolved(reference);
    if (random.nextInt(6) == 0) {
      return List.of("null", "[]", "{}", "[null]", "1e400", "-0", "true", quoted(odd(random)))
          .get(random.nextInt(8));
    }
    return switch (schema.path("type").asString()) {
      case "integer" -> Integer.toString(random.nextInt(-2, 70_000));
      case "boolean" -> Boolean.toString(random.nextBoolean());
      case "array" -> "[" + value(schema.path("items"), random) + "]";
      case "object" ->
          schema.has("properties")
              ? object(schema, random)
              : "{" + quoted(odd(random)) + ":" + quoted(odd(random)) + "}";
      default ->
          schema.has("enum")
              ? schema.path("enum").path(random.nextInt(schema.path("enum").size())).toString()
              : quoted(odd(random));
    };
  }

  private static String quoted(String text) {
    return tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(text);
  }
}
