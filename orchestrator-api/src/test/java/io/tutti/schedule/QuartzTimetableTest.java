package io.tutti.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.rollout.Cron;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.ScheduleState;
import io.tutti.timing.When;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schedules in a store on disk, and what is due of them by one controller and by the next. */
class QuartzTimetableTest {
  private static final ScheduleId ONE = new ScheduleId("rollout", "eight-workers");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @TempDir private Path folder;
  private JdbcStore store;
  private QuartzTimetable timetable;
  private final List<ScheduleId> due = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() {
    store = JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
    timetable = controller();
  }

  @AfterEach
  void close() {
    timetable.close();
    store.close();
  }

  private QuartzTimetable controller() {
    return QuartzTimetable.open(
        store.connections(), store.schedulerDelegate(), due::add, InstantSource.system());
  }

  private static Schedule once(Instant at, Missed missed) {
    return new Schedule(ONE, new When.Once(at), "begins the rollout eight-workers", missed);
  }

  private static Schedule nightly(String cron) {
    return new Schedule(
        ONE, new When.Repeated(Cron.parse(cron), BERLIN), "begins the rollout", Missed.LEFT_OUT);
  }

  private static Instant inAnHour() {
    return Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
  }

  @Test
  void callsOnceWhenTheTimeHasComeAndForgetsIt() {
    timetable.start();
    timetable.put(once(Instant.now().plusMillis(200), Missed.ONCE_LATE));

    await().untilAsserted(() -> assertThat(due).containsExactly(ONE));
    await().untilAsserted(() -> assertThat(timetable.all()).isEmpty());
    assertThat(due).containsExactly(ONE);
  }

  @Test
  void callsNobodyBeforeItIsStarted() {
    timetable.put(once(Instant.now().minusSeconds(1), Missed.ONCE_LATE));
    timetable.runNow(ONE);
    assertThat(due).isEmpty();
    assertThat(timetable.find(ONE)).isPresent();

    timetable.start();
    await().untilAsserted(() -> assertThat(due).contains(ONE));
  }

  @Test
  void showsWhatItKeeps() {
    Instant at = inAnHour();
    timetable.put(once(at, Missed.ONCE_LATE));
    assertThat(timetable.all()).hasSize(1);
    ScheduleState shown = timetable.find(ONE).orElseThrow();
    assertThat(shown.when()).isEqualTo(new When.Once(at));
    assertThat(shown.next()).contains(at);
    assertThat(shown.last()).isEmpty();
    assertThat(shown.isPaused()).isFalse();
    assertThat(shown.what()).isEqualTo("begins the rollout eight-workers");

    timetable.put(nightly("30 2 * * 1-5"));
    shown = timetable.find(ONE).orElseThrow();
    assertThat(shown.when()).hasToString("30 2 * * 1-5 (Europe/Berlin)");
    assertThat(shown.next().orElseThrow().atZone(BERLIN).getHour()).isEqualTo(2);

    timetable.remove(ONE);
    assertThat(timetable.all()).isEmpty();
  }

  @Test
  void aPausedOneIsNotDueAndStaysPausedWhenItIsPutAgain() {
    timetable.start();
    timetable.put(once(inAnHour(), Missed.ONCE_LATE));
    timetable.pause(ONE);
    timetable.put(once(Instant.now().plusMillis(100), Missed.ONCE_LATE));
    assertThat(timetable.find(ONE).orElseThrow().isPaused()).isTrue();
    await()
        .during(Duration.ofMillis(800))
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(due).isEmpty());

    timetable.resume(ONE);
    await().untilAsserted(() -> assertThat(due).containsExactly(ONE));
  }

  @Test
  void isDueNowWithoutBeingMoved() {
    timetable.start();
    Instant at = inAnHour();
    timetable.put(once(at, Missed.ONCE_LATE));
    timetable.pause(ONE);
    timetable.runNow(ONE);
    await().untilAsserted(() -> assertThat(due).containsExactly(ONE));
    assertThat(timetable.all()).hasSize(1);
    assertThat(timetable.find(ONE).orElseThrow().next()).contains(at);
  }

  @Test
  void whatWasMissedWhileNoControllerRanIsDueOnceOrLeftOut() {
    ScheduleId other = new ScheduleId("backup", "nightly");
    Instant anHourAgo = Instant.now().minus(1, ChronoUnit.HOURS);
    timetable.put(once(anHourAgo, Missed.ONCE_LATE));
    timetable.put(new Schedule(other, new When.Once(anHourAgo), "backs up", Missed.LEFT_OUT));
    timetable.close();

    timetable = controller();
    timetable.start();
    await().untilAsserted(() -> assertThat(timetable.all()).isEmpty());
    assertThat(due).containsExactly(ONE);
  }

  /** By a clock of two hours ago the next full hour is over by the real one. */
  @Test
  void whatIsRepeatedIsDueAgain() {
    Instant twoHoursAgo = Instant.now().minus(2, ChronoUnit.HOURS);
    AtomicReference<Instant> now = new AtomicReference<>(twoHoursAgo);
    timetable.close();
    timetable =
        QuartzTimetable.open(store.connections(), store.schedulerDelegate(), due::add, now::get);
    timetable.put(nightly("0 * * * *"));
    Instant first = timetable.find(ONE).orElseThrow().next().orElseThrow();
    assertThat(first).isBetween(twoHoursAgo, twoHoursAgo.plus(1, ChronoUnit.HOURS));

    now.set(Instant.now());
    timetable.start();
    await()
        .untilAsserted(() -> assertThat(timetable.find(ONE).orElseThrow().last()).contains(first));
    assertThat(timetable.find(ONE).orElseThrow().next().orElseThrow()).isAfter(now.get());
    assertThat(due).as("it was due an hour ago, and is left out then").isEmpty();

    timetable.runNow(ONE);
    await().untilAsserted(() -> assertThat(due).containsExactly(ONE));
  }

  @Test
  void ofTwoControllersOnOneStoreOneIsCalledEachTime() {
    try (QuartzTimetable second = controller()) {
      timetable.start();
      second.start();
      for (int i = 0; i < 10; i++) {
        ScheduleId id = new ScheduleId("rollout", "r" + i);
        timetable.put(
            new Schedule(
                id,
                new When.Once(Instant.now().plusMillis(50L * i)),
                "begins " + id,
                Missed.ONCE_LATE));
      }
      await().untilAsserted(() -> assertThat(second.all()).isEmpty());
      await().untilAsserted(() -> assertThat(due).hasSize(10).doesNotHaveDuplicates());
    }
  }

  @Test
  void whatIsThrownEndsNothing() {
    timetable.close();
    timetable =
        QuartzTimetable.open(
            store.connections(),
            store.schedulerDelegate(),
            id -> {
              due.add(id);
              throw new IllegalStateException("the store is away");
            },
            InstantSource.system());
    timetable.start();
    timetable.put(once(inAnHour(), Missed.ONCE_LATE));
    timetable.runNow(ONE);
    await().untilAsserted(() -> assertThat(due).hasSize(1));
    timetable.runNow(ONE);
    await().untilAsserted(() -> assertThat(due).hasSize(2));
  }

  @Test
  void whatIsNeverDueIsRefused() {
    assertThatThrownBy(() -> timetable.put(nightly("0 0 30 2 *")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("never");
    assertThat(timetable.all()).isEmpty();
  }
}
