package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A replica is away with its host, as its source dies. Whether it has the place is asked of it,
 * too, before another one is opened: nobody waits as long as a connection takes to time out.
 */
class VanishedMemberTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What the vanished one has is not known, and nothing proves that it has no more. */
  private static final String FORCED = "{\"force\":true,\"why\":\"its host burnt\"%s}";

  /** One that was reached is given 5 s, and asked twice. */
  private static final Duration PLANNED_MAX = Duration.ofSeconds(3);

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void itDelaysNoFailover(ServerRelease release) {
    try (Bed bed =
        Bed.of(release).topology("1>2,1>3,1>4").ownHost(4).about(1).durable().mayAttach().start()) {
      bed.createTable();
      bed.awaitKnown();
      bed.server(4).vanish();
      await()
          .atMost(PATIENCE)
          .until(() ->
              !bed.controller()
                  .instance(bed.server(4).address())
                  .at("/contact")
                  .asString()
                  .equals("REACHED"));
      String source = bed.source().address().toString();
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .until(() -> bed.operations().findings(source).contains("SOURCE_DEAD"));

      String path = "/clusters/%s:failover".formatted(RunningController.encoded(source));
      long began = System.nanoTime();
      JsonNode plan =
          OperationCalls.planned(bed.controller().post(path, FORCED.formatted(",\"dryRun\":true")));
      Duration planned = Duration.ofNanos(System.nanoTime() - began);
      assertThat(plan.toString()).contains(bed.server(4).address().toString());
      began = System.nanoTime();
      String id = OperationCalls.begun(bed.controller().post(path, FORCED.formatted("")));
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> ResolveBed.takesWrites(bed.server(2)) || ResolveBed.takesWrites(bed.server(3)));
      Duration opened = Duration.ofNanos(System.nanoTime() - began);
      System.out.printf(
          "%s, a member's host gone: planned in %d ms, opened %d ms after it was asked for%n",
          release, planned.toMillis(), opened.toMillis());
      OperationCalls.succeeded(bed.operations().atRest(id));
      assertThat(planned).isLessThan(PLANNED_MAX);
    }
  }
}
