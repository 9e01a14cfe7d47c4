package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;

/** No controller outlives the JVM that started it for a test, however that ends. */
@Matrix
class ControllerOrphanTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private enum Ending {
    KILL,
    TERMINATE
  }

  @ParameterizedTest
  @Cases(value = "KILL", thorough = "TERMINATE")
  void endsWithTheJvmOfItsTest(Ending ending) throws IOException {
    Process jvm = ControllerHolder.start();
    String[] ready = readLine(jvm).split(" ", 3);
    ProcessHandle controller = ProcessHandle.of(Long.parseLong(ready[1])).orElseThrow();
    Path home = Path.of(ready[2]);
    assertThat(ready[0]).isEqualTo("READY");
    assertThat(controller.isAlive()).isTrue();
    assertThat(home.resolve("controller.json")).exists();

    switch (ending) {
      case KILL -> jvm.destroyForcibly();
      case TERMINATE -> jvm.destroy();
    }

    await().atMost(PATIENCE).until(() -> !controller.isAlive());
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(home).doesNotExist());
  }

  /** It prints what its training says before. */
  private static String readLine(Process jvm) throws IOException {
    String line = jvm.inputReader().readLine();
    while (line != null && !line.startsWith("READY ")) {
      line = jvm.inputReader().readLine();
    }
    return String.valueOf(line);
  }
}
