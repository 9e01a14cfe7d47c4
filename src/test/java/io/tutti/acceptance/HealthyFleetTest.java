package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Servers as they come, with nothing wrong, and then one that is. */
class HealthyFleetTest {
  private static final Set<String> SEVERITIES = Set.of("CRITICAL", "WARNING", "NOTICE");

  private static List<String> paragraphs(String printed) {
    return printed.lines().filter(line -> SEVERITIES.contains(line.split(" ", 2)[0])).toList();
  }

  private static Set<String> codes(RunningController controller) {
    return controller
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .map(each -> each.at("/code").asString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Matrix
  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_9_7)
  void isALineForEachCodeAndWhatIsBrokenComesFirst(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(release).topology("1>2,1>3,3>4").start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      sandbox
          .servers()
          .forEach(each -> controller.awaitDiscovered(each.address(), sandbox.server(1).address()));
      // Of who is known only from what others report, nobody can take the place of the source.
      String source = sandbox.server(1).address().toString();
      assertThat(controller.tutti("trust", "--cluster", source, "--yes").exitCode()).isZero();
      await()
          .untilAsserted(() ->
              assertThat(isQuiet(controller))
                  .as("%s", controller.tutti("findings").output())
                  .isTrue());

      String healthy = controller.tutti("findings").output();
      assertThat(paragraphs(healthy)).as(healthy).hasSameSizeAs(codes(controller));
      assertThat(healthy).doesNotContain("CRITICAL ", "WARNING ");

      sandbox.server(4).stop();
      await().until(() -> codes(controller).contains("INSTANCE_UNREACHABLE"));
      String broken = controller.tutti("findings").output();
      assertThat(broken).startsWith("1 critical, 0 warnings");
      assertThat(paragraphs(broken).getFirst())
          .startsWith("CRITICAL  INSTANCE_UNREACHABLE  1 server");
      assertThat(broken).contains("  " + sandbox.server(4).address() + "  in ");
    }
  }

  /** All channels have come up: a receiver that connects is not a finding of a healthy fleet. */
  private static boolean isQuiet(RunningController controller) {
    JsonNode counts = controller.get("/findings").body().at("/counts");
    return counts.at("/critical").asInt(-1) == 0 && counts.at("/warning").asInt(-1) == 0;
  }
}
