package io.tutti.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HooksTest {
  private static final HookPoint BEFORE = HookPoint.parse("before-fence").orElseThrow();
  private static final HookPoint AFTER = HookPoint.parse("after-fence").orElseThrow();
  private static final HookOutcome BAD = new HookOutcome.Failed("It is Sunday.", "no\n");

  private final List<String> called = new ArrayList<>();

  private ConfiguredHook hook(String name, HookPolicy policy, HookOutcome outcome) {
    return hook(name, policy, new Fixed(name, outcome), Duration.ofSeconds(30));
  }

  private static ConfiguredHook hook(String name, HookPolicy policy, Hook hook, Duration deadline) {
    return new ConfiguredHook(name, "made-up", Set.of(BEFORE, AFTER), deadline, policy, hook);
  }

  private final class Fixed implements Hook {
    private final String name;
    private final HookOutcome outcome;

    Fixed(String name, HookOutcome outcome) {
      this.name = name;
      this.outcome = outcome;
    }

    @Override
    public HookOutcome call(HookEvent event, io.tutti.spi.Deadline deadline) {
      called.add(name);
      return outcome;
    }

    @Override
    public String describe() {
      return name;
    }
  }

  /** Keeps to no deadline. */
  private static final class Hanging implements Hook {
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public HookOutcome call(HookEvent event, io.tutti.spi.Deadline deadline) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
      return new HookOutcome.Succeeded("");
    }

    @Override
    public String describe() {
      return "hangs";
    }
  }

  private static HookEvent event(HookPoint point) {
    return new HookEvent(
        "1",
        point,
        Instant.EPOCH,
        false,
        new HookEvent.Cause("op", "fence", "alice", Optional.empty(), ""),
        new HookEvent.About(
            "a:1", Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of()));
  }

  @Test
  void theyAreCalledInTheOrderOfTheirNamesUntilOneAborts() throws InterruptedException {
    Hooks hooks =
        new Hooks(
            List.of(
                hook("c", HookPolicy.MAY_ABORT, BAD),
                hook("d", HookPolicy.ADVISORY, BAD),
                hook("b", HookPolicy.ADVISORY, BAD),
                hook("a", HookPolicy.ADVISORY, new HookOutcome.Succeeded("fine\n"))));
    List<String> said = new ArrayList<>();

    Optional<HookRun> aborting = hooks.call(event(BEFORE), run -> said.add(run.sentence()));

    assertThat(aborting.orElseThrow().hook().name()).isEqualTo("c");
    assertThat(called).containsExactly("a", "b", "c");
    assertThat(said.getFirst())
        .matches("Hook a \\(before-fence\\) succeeded, after \\d+ ms. It printed: fine");
    assertThat(said.get(1))
        .matches("Hook b \\(before-fence\\) failed: It is Sunday, after \\d+ ms. It printed: no");
  }

  @Test
  void noneAbortsWhatHasHappened() throws InterruptedException {
    Hooks hooks = new Hooks(List.of(hook("a", HookPolicy.MAY_ABORT, BAD)));

    assertThat(hooks.call(event(AFTER), run -> {})).isEmpty();
    assertThat(called).containsExactly("a");
  }

  @Test
  void oneThatKeepsToNoDeadlineIsNotWaitedFor() throws InterruptedException {
    Hanging hanging = new Hanging();
    Hooks hooks =
        new Hooks(List.of(hook("a", HookPolicy.MAY_ABORT, hanging, Duration.ofMillis(50))));

    HookRun run = hooks.call(event(BEFORE), each -> {}).orElseThrow();

    assertThat(run.outcome())
        .isEqualTo(new HookOutcome.Failed("It did not end within PT0.05S.", ""));
    hanging.interrupted.await();
  }

  @Test
  void aDefectOfAPluginIsAFailureOfTheHook() throws InterruptedException {
    Hook broken =
        new Hook() {
          @Override
          public HookOutcome call(HookEvent event, io.tutti.spi.Deadline deadline) {
            throw new IllegalStateException("broken");
          }

          @Override
          public String describe() {
            return "broken";
          }
        };
    Hooks hooks =
        new Hooks(List.of(hook("a", HookPolicy.ADVISORY, broken, Duration.ofSeconds(30))));

    hooks.call(
        event(BEFORE),
        run -> assertThat(run.sentence()).contains("because of a defect").contains("broken"));
    assertThat(hooks.call(event(BEFORE), run -> {})).isEmpty();
  }

  @Test
  void ofALongOutputTheBeginningIsKept() {
    HookRun run =
        new HookRun(
            hook("a", HookPolicy.ADVISORY, BAD),
            BEFORE,
            new HookOutcome.Succeeded("x".repeat(100_000)),
            Duration.ZERO);

    assertThat(run.sentence()).hasSizeLessThan(4_100).endsWith("x…");
  }
}
