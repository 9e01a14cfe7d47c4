package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.FakeServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document is made here by springdoc, which is on the class path of tests only, and
 * kept as a file that the controller serves.
 */
class OpenApiTest {
  private static final Path FILE = Path.of("src/main/resources/io/tutti/rest/openapi.json");

  @TempDir private Path home;

  @Test
  void theDocumentSaysWhatTheCodeSays() throws IOException {
    try (FakeServers servers = new FakeServers();
        RunningController running = RunningController.startWithSpringdoc(home, servers)) {
      String made = described(running.get("/v3/api-docs").json());
      if (Boolean.getBoolean("tutti.update-docs")) {
        Files.writeString(FILE, made);
      }
      assertThat(Files.exists(FILE) ? Files.readString(FILE) : "")
          .as(
              FILE
                  + " is generated: run ./mvnw -pl orchestrator-api -am verify"
                  + " -Dtest.jvm.options=-Dtutti.update-docs=true, and commit it")
          .isEqualTo(made);
      JsonNode served = running.send("GET", "/api/v1/openapi.json", "", "").json();
      assertThat(served.path("openapi").asString()).startsWith("3.1");
      assertThat(served.path("paths").has("/api/v1/clusters/{cluster}/topology")).isTrue();
    }
  }

  private static String described(JsonNode document) {
    ObjectNode root = OpenApiDocument.of(document);
    root.putObject("info")
        .put("title", "Tutti")
        .put("version", "v1")
        .put(
            "description",
            "Errors are application/problem+json (RFC 9457) with code, target, observed and remedies.");
    root.withObject("components")
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    root.putArray("security").addObject().putArray("token");
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(tools.jackson.databind.SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build()
            .writeValueAsString(root)
        + "\n";
  }
}
