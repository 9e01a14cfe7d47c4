package io.tutti.announcement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.analysis.Evidence;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCode;
import io.tutti.fixtures.States;
import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookPolicy;
import io.tutti.hook.HookedServers;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.WorldView;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DetectionHooksTest {
  private final List<HookEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final DetectionHooks hooks =
      new DetectionHooks(
          new Hooks(
              List.of(
                  new ConfiguredHook(
                      "pager",
                      "made-up",
                      Set.of(DetectionHooks.POINT),
                      Duration.ofSeconds(30),
                      HookPolicy.MAY_ABORT,
                      new Waiting()))),
          new HookedServers(
              () ->
                  WorldView.of(
                      States.snapshot(
                          States.of("a:1").reached(),
                          States.of("b:1").replicatesFrom("a:1").reached())),
              () -> new ClusterAliases(new TreeMap<>(Map.of("shop", "a:1"))),
              (snapshot, cluster) -> cluster.name().equals("a:1")));

  /** Fails once it may. */
  private final class Waiting implements Hook {
    @Override
    public HookOutcome call(HookEvent event, Deadline deadline) {
      events.add(event);
      try {
        go.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new HookOutcome.Failed("It is Sunday.", "");
    }

    @Override
    public String describe() {
      return "waits";
    }
  }

  @AfterEach
  void close() {
    go.countDown();
    hooks.close();
  }

  private static Found found(FindingCode code, String subject) {
    return new Found(
        new Finding(
            code,
            code.severity(),
            "a:1",
            new Finding.About(subject, Optional.of(InstanceAddress.parse(subject))),
            Evidence.of("Its port refuses.")),
        Instant.ofEpochSecond(7));
  }

  private void appeared(Found... found) {
    hooks.accept(
        new Change(Instant.EPOCH, false, List.of(found), Map.of(), List.of(found), List.of()));
  }

  @Test
  void aDeadSourceCallsThemAndNobodyWaits() {
    appeared(found(FindingCode.SOURCE_DEAD, "a:1"), found(FindingCode.SOURCE_FROZEN, "b:1"));

    await().until(() -> events.size() == 2);
    HookEvent event =
        events.stream()
            .filter(each -> each.about().target().equals("a:1"))
            .findFirst()
            .orElseThrow();
    assertThat(event.id()).isEqualTo("detection-SOURCE_DEAD-a:1-7000");
    assertThat(HookFacts.variables(event))
        .containsEntry("TUTTI_EVENT", "after-detection")
        .containsEntry("TUTTI_KIND", "SOURCE_DEAD")
        .containsEntry("TUTTI_OPERATION", "")
        .containsEntry("TUTTI_HOST", "a")
        .containsEntry("TUTTI_REPLICAS", "b:1")
        .containsEntry("TUTTI_MEMBERS", "a:1,b:1")
        .containsEntry("TUTTI_REASON", "Its port refuses.")
        .containsEntry("ORC_FAILURE_TYPE", "DeadMaster")
        .containsEntry("ORC_FAILURE_CLUSTER_ALIAS", "shop")
        .containsEntry("ORC_INSTANCE_TYPE", "master")
        .containsEntry("ORC_IS_DOWNTIMED", "false")
        .containsEntry("ORC_AUTO_MASTER_RECOVERY", "true")
        .containsEntry("ORC_COMMAND", "");
    assertThat(HookFacts.json(event))
        .contains("\"operation\":null", "\"members\":[\"a:1\",\"b:1\"]");
  }

  @Test
  void whatIsNotProvedCallsNone() {
    appeared(
        found(FindingCode.SOURCE_NOT_PROVED_DEAD, "a:1"),
        found(FindingCode.SOURCE_UNREACHABLE_FROM_HERE, "a:1"),
        found(FindingCode.INTERMEDIATE_SOURCE_DEAD, "b:1"));

    await().until(() -> !events.isEmpty());
    assertThat(events)
        .extracting(each -> each.cause().kind())
        .containsExactly("INTERMEDIATE_SOURCE_DEAD");
  }

  @Test
  void whatWasThereAtTheStartCallsNone() {
    Found dead = found(FindingCode.SOURCE_DEAD, "a:1");
    hooks.accept(new Change(Instant.EPOCH, true, List.of(dead), Map.of(), List.of(), List.of()));
    appeared(found(FindingCode.SOURCE_FROZEN, "b:1"));

    await().until(() -> !events.isEmpty());
    assertThat(events).extracting(each -> each.about().target()).containsExactly("b:1");
  }
}
