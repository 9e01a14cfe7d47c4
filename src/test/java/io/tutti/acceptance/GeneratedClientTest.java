package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that the OpenAPI generator made of the document that the controller serves, and a
 * program that knows nothing else (Acting.java): it acts on a real server, and reads errors.
 */
@Tag("thorough")
class GeneratedClientTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
  private static final Path GENERATOR =
      Path.of("target/openapi-generator/openapi-generator-cli.jar").toAbsolutePath();

  /** Brings the annotations that generated code bears. */
  private static final Path LIBRARIES =
      Path.of("../../distribution/target/tutti/controller").toAbsolutePath().normalize();

  private static final String ACTING = "Acting.java";

  @TempDir private Path folder;

  private String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
    return said;
  }

  private void generate(RunningController controller) throws IOException, InterruptedException {
    Path document = folder.resolve("openapi.json");
    Files.writeString(document, controller.get("/openapi.json").body().toString());
    run(
        List.of(
            JAVA.resolve("java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-jar",
            GENERATOR.toString(),
            "generate",
            "--generator-name=java",
            "--library=native",
            "--input-spec=" + document,
            "--output=" + folder.resolve("generated"),
            "--additional-properties=invokerPackage=io.tutti.client,apiPackage=io.tutti.client.api,"
                + "modelPackage=io.tutti.client.model,useJakartaEe=true,openApiNullable=false",
            "--global-property=apis,models,supportingFiles,modelTests=false,apiTests=false,"
                + "modelDocs=false,apiDocs=false"));
  }

  private static String annotations() throws IOException {
    try (Stream<Path> libraries = Files.list(LIBRARIES)) {
      return libraries
          .filter(each -> each.getFileName().toString().startsWith("jakarta.annotation-api"))
          .findFirst()
          .orElseThrow()
          .toString();
    }
  }

  private String classPath() throws IOException {
    return String.join(
        System.getProperty("path.separator"),
        folder.resolve("classes").toString(),
        GENERATOR.toString(),
        annotations());
  }

  private void compile() throws IOException, InterruptedException {
    try (InputStream acting = GeneratedClientTest.class.getResourceAsStream(ACTING)) {
      Files.copy(Objects.requireNonNull(acting), folder.resolve(ACTING));
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA.resolve("javac").toString(),
                "-proc:none",
                "-nowarn",
                "-cp",
                classPath(),
                "-d",
                folder.resolve("classes").toString(),
                ACTING));
    try (Stream<Path> sources = Files.walk(folder.resolve("generated/src/main/java"))) {
      sources.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(command::add);
    }
    run(command);
  }

  @Test
  void actsAndReadsErrors() throws IOException, InterruptedException {
    try (FenceBed bed = FenceBed.start(ServerRelease.MARIADB_10_11_5, Map.of())) {
      generate(bed.controller());
      compile();
      String source = bed.source().address().toString();

      String said =
          run(
              List.of(
                  JAVA.resolve("java").toString(),
                  "-cp",
                  classPath(),
                  "Acting",
                  bed.controller().url(),
                  bed.controller().token(),
                  source));

      assertThat(said)
          .contains(
              "reached [",
              source,
              "flavor mariadb-10 writable true",
              "plan fence ",
              "status 202",
              "operation SUCCEEDED",
              "refused 422 UNKNOWN_CHANNEL "
                  + source
                  + " [SHOW_INSTANCE GET /api/v1/instances/"
                  + source
                  + "]",
              "unknown 404 UNKNOWN_INSTANCE");
      assertThat(FenceBed.isShut(bed.source())).isTrue();
    }
  }
}
