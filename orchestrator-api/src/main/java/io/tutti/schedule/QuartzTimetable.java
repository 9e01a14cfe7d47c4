package io.tutti.schedule;

import io.tutti.timing.Schedule;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.ScheduleState;
import io.tutti.timing.TimeHasCome;
import io.tutti.timing.Timetable;
import io.tutti.timing.When;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import javax.sql.DataSource;
import org.quartz.CronScheduleBuilder;
import org.quartz.CronTrigger;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
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

  /** Whoever is told later than that has missed the time ({@link Schedule.Missed}). */
  private static final int MISSED_AFTER_MILLIS = 60_000;

  /** As the tables are named, on databases that tell capitals from small letters, too. */
  private static final String TABLE_PREFIX = "QUARTZ_";

  /** Of all schedulers that share a store. */
  private static final String NAME = "tutti";

  private static final String CRON = "cron";

  private final Scheduler scheduler;

  private QuartzTimetable(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Nothing is told before {@link #start}.
   *
   * @param delegate Quartz's class that speaks with that database
   */
  public static QuartzTimetable open(DataSource store, String delegate, TimeHasCome told) {
    String source = "store-" + UUID.randomUUID();
    DBConnectionManager.getInstance().addConnectionProvider(source, new StoreConnections(store));
    try {
      Scheduler scheduler = new StdSchedulerFactory(properties(source, delegate)).getScheduler();
      // Quartz would give the same one to whoever else in this process opens a store.
      SchedulerRepository.getInstance().remove(NAME);
      scheduler.setJobFactory((bundle, which) -> new DueJob(told));
      return new QuartzTimetable(scheduler);
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
        "org.quartz.jobStore.misfireThreshold", String.valueOf(MISSED_AFTER_MILLIS));
    return properties;
  }

  /** Begins to tell. */
  public void start() {
    run(scheduler::start);
  }

  @Override
  public void put(Schedule schedule) {
    Trigger trigger = trigger(schedule);
    run(() -> {
      Optional<ScheduleState> kept = state(schedule.id());
      boolean isSame =
          kept.filter(each ->
                  each.when().equals(schedule.when()) && each.what().equals(schedule.what()))
              .isPresent();
      if (isSame) {
        return;
      }
      scheduler.scheduleJob(job(schedule), Set.of(trigger), true);
      if (kept.filter(ScheduleState::isPaused).isPresent()) {
        scheduler.pauseTrigger(trigger.getKey());
      }
    });
  }

  private static JobDetail job(Schedule schedule) {
    return JobBuilder.newJob(DueJob.class)
        .withIdentity(schedule.id().name(), schedule.id().kind())
        .withDescription(schedule.what())
        .requestRecovery(true)
        .build();
  }

  private static Trigger trigger(Schedule schedule) {
    boolean isLeftOut = schedule.missed() == Schedule.Missed.LEFT_OUT;
    TriggerBuilder<Trigger> builder =
        TriggerBuilder.newTrigger()
            .withIdentity(schedule.id().name(), schedule.id().kind())
            .withDescription(schedule.what());
    return switch (schedule.when()) {
      case When.Once(Instant at) -> {
        SimpleScheduleBuilder once = SimpleScheduleBuilder.simpleSchedule();
        yield builder
            .startAt(Date.from(at))
            .withSchedule(
                isLeftOut
                    ? once.withMisfireHandlingInstructionNextWithRemainingCount()
                    : once.withMisfireHandlingInstructionFireNow())
            .build();
      }
      case When.Repeated(String cron, ZoneId zone) -> {
        CronScheduleBuilder repeated =
            CronScheduleBuilder.cronSchedule(CronText.toQuartz(cron))
                .inTimeZone(TimeZone.getTimeZone(zone));
        yield builder
            .usingJobData(CRON, cron)
            .withSchedule(
                isLeftOut
                    ? repeated.withMisfireHandlingInstructionDoNothing()
                    : repeated.withMisfireHandlingInstructionFireAndProceed())
            .build();
      }
    };
  }

  @Override
  public void remove(ScheduleId id) {
    run(() -> scheduler.deleteJob(job(id)));
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
    Trigger trigger = scheduler.getTrigger(trigger(id));
    if (trigger == null) {
      return Optional.empty();
    }
    When when =
        trigger instanceof CronTrigger cron
            ? new When.Repeated(
                trigger.getJobDataMap().getString(CRON), cron.getTimeZone().toZoneId())
            : new When.Once(trigger.getStartTime().toInstant());
    return Optional.of(
        new ScheduleState(
            id,
            when,
            trigger.getDescription(),
            Optional.ofNullable(trigger.getPreviousFireTime()).map(Date::toInstant),
            Optional.ofNullable(trigger.getNextFireTime()).map(Date::toInstant),
            scheduler.getTriggerState(trigger(id)) == Trigger.TriggerState.PAUSED));
  }

  @Override
  public void pause(ScheduleId id) {
    run(() -> scheduler.pauseTrigger(trigger(id)));
  }

  @Override
  public void resume(ScheduleId id) {
    run(() -> scheduler.resumeTrigger(trigger(id)));
  }

  @Override
  public void tellNow(ScheduleId id) {
    run(() -> scheduler.triggerJob(job(id)));
  }

  private static JobKey job(ScheduleId id) {
    return JobKey.jobKey(id.name(), id.kind());
  }

  private static TriggerKey trigger(ScheduleId id) {
    return TriggerKey.triggerKey(id.name(), id.kind());
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
