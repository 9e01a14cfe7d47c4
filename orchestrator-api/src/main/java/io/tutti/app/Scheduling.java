package io.tutti.app;

import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.engine.RolloutEngine.Reminders;
import io.tutti.schedule.QuartzTimetable;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.ScheduleState;
import io.tutti.timing.Timetable;
import io.tutti.timing.When;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timetable of this controller. Quartz is loaded and started when the first schedule is kept,
 * or when an earlier controller has kept some: a start without schedules pays nothing for it.
 */
final class Scheduling implements Timetable, Reminders, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduling.class);

  /** Of rollouts that wait for their time. */
  static final String ROLLOUT = "rollout";

  private final JdbcStore store;
  private final InstantSource clock;
  private final Map<String, Consumer<ScheduleId>> listeners = new ConcurrentHashMap<>();
  private final ReentrantLock opening = new ReentrantLock();
  private Optional<QuartzTimetable> opened = Optional.empty();
  private boolean isStarted;
  private volatile Runnable before = () -> {};

  Scheduling(JdbcStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Who is called when a schedule of a kind is due. */
  void onDue(String kind, Consumer<ScheduleId> listener) {
    listeners.put(kind, listener);
  }

  /** What is done first when it starts, such as to keep what is configured. */
  void beforeStart(Runnable first) {
    before = first;
  }

  /** Of a kind, keeps these and no others. */
  void keepExactly(String kind, List<Schedule> schedules) {
    Set<ScheduleId> wanted = schedules.stream().map(Schedule::id).collect(Collectors.toSet());
    all().stream()
        .map(ScheduleState::id)
        .filter(id -> id.kind().equals(kind) && !wanted.contains(id))
        .forEach(this::remove);
    schedules.forEach(this::put);
  }

  /** Begins to tell, once the web server is up. */
  void start() {
    Thread.ofVirtual()
        .name("schedule-start")
        .start(() -> {
          opening.lock();
          try {
            before.run();
            isStarted = true;
            if (opened.isPresent() || store.hasSchedules()) {
              timetable().start();
            }
          } catch (RuntimeException e) {
            LOG.warn("The schedules could not be started: nothing begins by them", e);
          } finally {
            opening.unlock();
          }
        });
  }

  private QuartzTimetable timetable() {
    opening.lock();
    try {
      if (opened.isEmpty()) {
        QuartzTimetable timetable =
            QuartzTimetable.open(store.connections(), store.schedulerDelegate(), this::due, clock);
        opened = Optional.of(timetable);
        if (isStarted) {
          timetable.start();
        }
      }
      return opened.get();
    } finally {
      opening.unlock();
    }
  }

  /** Empty while nothing is kept: then Quartz is not loaded to say so. */
  private Optional<QuartzTimetable> ifAny() {
    opening.lock();
    try {
      return opened.isPresent() || store.hasSchedules()
          ? Optional.of(timetable())
          : Optional.empty();
    } finally {
      opening.unlock();
    }
  }

  /** A kill does not take it back. */
  private void changeIfAny(Consumer<QuartzTimetable> change) {
    ifAny()
        .ifPresent(timetable -> {
          change.accept(timetable);
          store.keepCommitted();
        });
  }

  private void due(ScheduleId id) {
    Optional.ofNullable(listeners.get(id.kind()))
        .ifPresentOrElse(
            listener -> listener.accept(id),
            () -> LOG.warn("{} is due, and nobody here knows what it is", id));
  }

  @Override
  public void remind(RolloutRun run) {
    ScheduleId id = new ScheduleId(ROLLOUT, run.id());
    boolean waits =
        switch (run.state()) {
          case SCHEDULED, WAITING -> true;
          case ASKING, RUNNING, PAUSED, UNDOING, CONTINUOUS, KEPT, UNDONE, ABORTED -> false;
        };
    try {
      if (waits && run.wakeAt().filter(at -> at.isAfter(clock.instant())).isPresent()) {
        put(
            new Schedule(
                id,
                new When.Once(run.wakeAt().get()),
                "The rollout %s continues.".formatted(run.rollout().name()),
                Missed.ONCE_LATE));
      } else {
        remove(id);
      }
    } catch (RuntimeException e) {
      LOG.warn("When {} continues could not be kept; it is looked at each second anyway", id, e);
    }
  }

  @Override
  public void put(Schedule schedule) {
    timetable().put(schedule);
    store.keepCommitted();
  }

  @Override
  public void remove(ScheduleId id) {
    changeIfAny(timetable -> timetable.remove(id));
  }

  @Override
  public Optional<ScheduleState> find(ScheduleId id) {
    return ifAny().flatMap(timetable -> timetable.find(id));
  }

  @Override
  public List<ScheduleState> all() {
    return ifAny().map(QuartzTimetable::all).orElse(List.of());
  }

  @Override
  public void pause(ScheduleId id) {
    changeIfAny(timetable -> timetable.pause(id));
  }

  @Override
  public void resume(ScheduleId id) {
    changeIfAny(timetable -> timetable.resume(id));
  }

  @Override
  public void runNow(ScheduleId id) {
    ifAny().ifPresent(timetable -> timetable.runNow(id));
  }

  @Override
  public void close() {
    opening.lock();
    try {
      opened.ifPresent(QuartzTimetable::close);
    } finally {
      opening.unlock();
    }
  }
}
