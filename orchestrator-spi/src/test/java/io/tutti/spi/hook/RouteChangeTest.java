package io.tutti.spi.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.HookEvent.About;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What events mean for what leads clients, and how such a hook is called. */
class RouteChangeTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");
  private static final About ABOUT =
      new About(
          "db1:3306",
          Optional.of(SOURCE),
          Optional.of("shop"),
          Optional.of(REPLICA),
          List.of(REPLICA),
          List.of(SOURCE, REPLICA, InstanceAddress.parse("db3:3306")));
  private static final About OF_A_CLUSTER =
      new About("shop", Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of());

  private static Optional<RouteChange> of(String event) {
    return RouteChange.of(HookPoint.parse(event).orElseThrow(), ABOUT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          before-switchover   | lead no client to db1:3306
          after-switchover    | lead clients that write to db2:3306, no longer to db1:3306
          aborted-switchover  | lead clients to db1:3306 again
          before-failover     | lead no client to db1:3306
          after-failover      | lead clients that write to db2:3306, no longer to db1:3306
          aborted-failover    | lead clients to db1:3306 again
          after-resolve       | lead clients that write to db2:3306, no longer to db1:3306
          before-fence        | lead no client to db1:3306
          after-fence         | lead no client to db1:3306
          aborted-fence       | lead clients to db1:3306 again
          after-unfence       | lead clients to db1:3306 again
          """)
  void eachEventHasItsMeaning(String event, String words) {
    assertThat(of(event)).map(RouteChange::words).contains(words);
  }

  @ParameterizedTest
  @CsvSource({
    "before-resolve", "aborted-resolve", "before-unfence", "aborted-unfence",
    "after-relocation", "before-backup-begin", "after-backup-end", "after-detection"
  })
  void othersMeanNothing(String event) {
    assertThat(of(event)).isEmpty();
  }

  @Test
  void whatIsBeforeAFenceEndsWhatIsUnderWay() {
    assertThat(of("before-fence")).contains(new RouteChange.Shut(SOURCE, true));
    assertThat(of("before-switchover")).contains(new RouteChange.Shut(SOURCE, false));
  }

  @Test
  void anOldSourceIsAReaderAfterASwitchoverOnly() {
    assertThat(of("after-switchover")).contains(new RouteChange.Lead(SOURCE, REPLICA, true));
    assertThat(of("after-failover")).contains(new RouteChange.Lead(SOURCE, REPLICA, false));
  }

  @Test
  void withoutASuccessorOrAServerThereIsNothingToLeadTo() {
    HookPoint after = HookPoint.parse("after-failover").orElseThrow();
    About nobody =
        new About(
            "db1:3306",
            Optional.of(SOURCE),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of());
    assertThat(RouteChange.of(after, nobody)).isEmpty();
    assertThat(RouteChange.of(after, OF_A_CLUSTER)).isEmpty();
  }

  /** Notes what it is asked for. */
  private static class Noted implements ClientRoute {
    @Override
    public String describe() {
      return "the sign";
    }

    @Override
    public String look(Deadline deadline) throws IOException {
      return "It shows db1:3306.";
    }

    @Override
    public String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
        throws IOException {
      throw new IOException("It fell down with %d.".formatted(ours.size()));
    }
  }

  private static HookEvent event(String point, boolean isSample) {
    return new HookEvent(
        "1",
        HookPoint.parse(point).orElseThrow(),
        Instant.EPOCH,
        isSample,
        new HookEvent.Cause("op", "failover", "alice", Optional.of(true), ""),
        ABOUT);
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(20));
  }

  @Test
  void aSampleOnlyLooks() {
    assertThat(new RouteHook(new Noted()).call(event("after-failover", true), soon()))
        .isEqualTo(
            new HookOutcome.Succeeded(
                "It shows db1:3306. At such an event it is to lead clients that write to"
                    + " db2:3306, no longer to db1:3306. This is a sample: nothing was changed."));
  }

  @Test
  void whatGoesWrongIsSaid() {
    assertThat(new RouteHook(new Noted()).call(event("after-failover", false), soon()))
        .isEqualTo(new HookOutcome.Failed("It fell down with 3.", ""));
    assertThat(new RouteHook(new Noted()).call(event("after-backup-end", false), soon()))
        .isEqualTo(new HookOutcome.Succeeded("There is nothing to do at this event."));
  }

  @Test
  void aDryRunSaysWhatItIsTo() {
    RouteHook hook = new RouteHook(new Noted());
    assertThat(hook.describe(HookPoint.parse("after-failover").orElseThrow(), ABOUT))
        .isEqualTo(
            "the sign, which is to lead clients that write to db2:3306, no longer to db1:3306");
    assertThat(hook.describe(HookPoint.parse("before-resolve").orElseThrow(), ABOUT))
        .isEqualTo("the sign, which has nothing to do then");
  }

  @Test
  void oneThatHangsIsInterruptedAtItsDeadline() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    ClientRoute hanging =
        new Noted() {
          @Override
          public String look(Deadline deadline) throws IOException {
            try {
              new CountDownLatch(1).await();
              return "";
            } catch (InterruptedException e) {
              interrupted.countDown();
              throw new IOException("It was interrupted.", e);
            }
          }
        };

    HookOutcome outcome =
        new RouteHook(hanging)
            .call(event("after-failover", true), Deadline.after(Duration.ofMillis(50)));

    assertThat(outcome)
        .isEqualTo(
            new HookOutcome.Failed(
                "It did not end in time; it is not known whether anything was changed.", ""));
    interrupted.await();
  }
}
