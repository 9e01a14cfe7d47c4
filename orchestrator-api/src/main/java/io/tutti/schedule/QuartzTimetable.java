package io.tutti.schedule;

import io.tutti.timing.Schedule;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.ScheduleState;
import io.tutti.timing.TimeHasCome;
import io.tutti.timing.Timetable;
import io.tutti.timing.When;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.impl.SchedulerRepository;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.matchers.GroupMatcher;
import org.quartz.simpl.SimpleThreadPool;
import org.quartz.utils.DBConnectionManager;

/**
 * The timetable in the tables of Quartz, in the controller's store, clustered from the first day:
 * where controllers share a store, each time is told by one of them, and what one that died was
 * telling is told again by another.
 */
public final class QuartzTimetable implements Timetable, AutoCloseable {
  /** To tell takes milliseconds; one may wait for the store while the other goes on. */
  private static final int THREADS = 2;

  /** How often a controller says that it lives, and looks for those that do not. */
  private static final int CHECK_IN_MILLIS = 10_000;

  /** As the tables are named, on databases that tell capitals from small letters, too. */
  private static final String TABLE_PREFIX = "QUARTZ_";

  /** Of all schedulers that share a store. */
  private static final String NAME = "tutti";

  private final Scheduler scheduler;
  private final InstantSource clock;

  private QuartzTimetable(Scheduler scheduler, InstantSource clock) {
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /**
   * Nothing is told before {@link #start}.
   *
   * @param delegate Quartz's class that speaks with that database
   */
  public static QuartzTimetable open(
      DataSource store, String delegate, TimeHasCome listener, InstantSource clock) {
    String source = "store-" + UUID.randomUUID();
    DBConnectionManager.getInstance().addConnectionProvider(source, new StoreConnections(store));
    try {
      Scheduler scheduler = new StdSchedulerFactory(properties(source, delegate)).getScheduler();
      // Quartz would give the same one to whoever else in this process opens a store.
      SchedulerRepository.getInstance().remove(NAME);
      scheduler.setJobFactory((bundle, which) -> new DueJob(listener, clock));
      return new QuartzTimetable(scheduler, clock);
    } catch (SchedulerException e) {
      throw new IllegalStateException("The schedules could not be opened", e);
    }
  }

  private static Properties properties(String source, String delegate) {
    Properties properties = new Properties();
    properties.setProperty(StdSchedulerFactory.PROP_SCHED_INSTANCE_NAME, NAME);
    properties.setProperty(StdSchedulerFactory.PROP_SCHED_INSTANCE_ID, source);
    properties.setProperty(StdSchedulerFactory.PROP_SCHED_MAKE_SCHEDULER_THREAD_DAEMON, "true");
    properties.setProperty(
        StdSchedulerFactory.PROP_THREAD_POOL_CLASS, SimpleThreadPool.class.getName());
    properties.setProperty("org.quartz.threadPool.threadCount", String.valueOf(THREADS));
    properties.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
    properties.setProperty(StdSchedulerFactory.PROP_JOB_STORE_CLASS, JobStoreTX.class.getName());
    properties.setProperty("org.quartz.jobStore.driverDelegateClass", delegate);
    properties.setProperty("org.quartz.jobStore.dataSource", source);
    properties.setProperty("org.quartz.jobStore.tablePrefix", TABLE_PREFIX);
    properties.setProperty("org.quartz.jobStore.useProperties", "true");
    properties.setProperty("org.quartz.jobStore.isClustered", "true");
    properties.setProperty(
        "org.quartz.jobStore.clusterCheckinInterval", String.valueOf(CHECK_IN_MILLIS));
    properties.setProperty(
        "org.quartz.jobStore.misfireThreshold",
        String.valueOf(KeptSchedule.MISSED_AFTER.toMillis()));
    return properties;
  }

  /** Begins to tell. */
  public void start() {
    run(scheduler::start);
  }

  @Override
  public void put(Schedule schedule) {
    KeptSchedule kept = new KeptSchedule(schedule);
    Instant due =
        schedule.when() instanceof When.Once(Instant at)
            ? at
            : schedule
                .when()
                .after(clock.instant())
                .orElseThrow(() -> new IllegalArgumentException(schedule.when() + " is never due"));
    run(() -> {
      Optional<ScheduleState> before = state(schedule.id());
      if (before.filter(state -> isSame(state, schedule)).isPresent()) {
        return;
      }
      Trigger trigger = kept.trigger(due, before.flatMap(ScheduleState::last));
      scheduler.scheduleJob(kept.job(), Set.of(trigger), true);
      if (before.filter(ScheduleState::isPaused).isPresent()) {
        scheduler.pauseTrigger(trigger.getKey());
      }
    });
  }

  private static boolean isSame(ScheduleState state, Schedule schedule) {
    return state.when().toString().equals(schedule.when().toString())
        && state.what().equals(schedule.what());
  }

  @Override
  public void remove(ScheduleId id) {
    run(() -> scheduler.deleteJob(KeptSchedule.job(id)));
  }

  @Override
  public Optional<ScheduleState> find(ScheduleId id) {
    return call(() -> state(id));
  }

  @Override
  public List<ScheduleState> all() {
    return call(() ->
        scheduler.getJobKeys(GroupMatcher.anyJobGroup()).stream()
            .map(key -> new ScheduleId(key.getGroup(), key.getName()))
            .sorted()
            .flatMap(id -> find(id).stream())
            .toList());
  }

  private Optional<ScheduleState> state(ScheduleId id) throws SchedulerException {
    JobDetail job = scheduler.getJobDetail(KeptSchedule.job(id));
    Trigger trigger = scheduler.getTrigger(KeptSchedule.trigger(id));
    if (job == null || trigger == null) {
      return Optional.empty();
    }
    Schedule schedule = KeptSchedule.of(job).schedule();
    return Optional.of(
        new ScheduleState(
            id,
            schedule.when(),
            schedule.what(),
            KeptSchedule.last(trigger),
            KeptSchedule.due(trigger),
            scheduler.getTriggerState(trigger.getKey()) == Trigger.TriggerState.PAUSED));
  }

  @Override
  public void pause(ScheduleId id) {
    run(() -> scheduler.pauseTrigger(KeptSchedule.trigger(id)));
  }

  @Override
  public void resume(ScheduleId id) {
    run(() -> scheduler.resumeTrigger(KeptSchedule.trigger(id)));
  }

  @Override
  public void runNow(ScheduleId id) {
    run(() -> scheduler.triggerJob(KeptSchedule.job(id)));
  }

  @Override
  public void close() {
    run(() -> scheduler.shutdown(true));
  }

  /** Something that Quartz does. */
  private interface Work<T> {
    T call() throws SchedulerException;
  }

  private interface Act {
    void run() throws SchedulerException;
  }

  private static void run(Act act) {
    call(() -> {
      act.run();
      return true;
    });
  }

  private static <T> T call(Work<T> work) {
    try {
      return work.call();
    } catch (SchedulerException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
