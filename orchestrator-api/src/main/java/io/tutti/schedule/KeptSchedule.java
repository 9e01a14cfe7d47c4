package io.tutti.schedule;

import io.tutti.rollout.Cron;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.When;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Date;
import java.util.Optional;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;

/**
 * A schedule as Quartz keeps it: a job, with a trigger for its next time alone. When that is, is
 * reckoned by our own {@link Cron}: that of Quartz leaves a night out whose time the clock leaves
 * out.
 */
record KeptSchedule(Schedule schedule) {
  /** Later than that, a time is missed. */
  static final Duration MISSED_AFTER = Duration.ofMinutes(1);

  private static final String AT = "at";
  private static final String CRON = "cron";
  private static final String ZONE = "zone";
  private static final String MISSED = "missed";
  private static final String DUE = "due";
  private static final String LAST = "last";

  static KeptSchedule of(JobDetail job) {
    JobDataMap data = job.getJobDataMap();
    When when =
        data.containsKey(CRON)
            ? new When.Repeated(Cron.parse(data.getString(CRON)), ZoneId.of(data.getString(ZONE)))
            : new When.Once(Instant.parse(data.getString(AT)));
    JobKey key = job.getKey();
    return new KeptSchedule(
        new Schedule(
            new ScheduleId(key.getGroup(), key.getName()),
            when,
            job.getDescription(),
            Missed.valueOf(data.getString(MISSED))));
  }

  JobDetail job() {
    JobDataMap data = new JobDataMap();
    data.put(MISSED, schedule.missed().name());
    switch (schedule.when()) {
      case When.Once(Instant at) -> data.put(AT, at.toString());
      case When.Repeated(Cron cron, ZoneId zone) -> {
        data.put(CRON, cron.text());
        data.put(ZONE, zone.getId());
      }
    }
    return JobBuilder.newJob(DueJob.class)
        .withIdentity(job(schedule.id()))
        .withDescription(schedule.what())
        .usingJobData(data)
        .requestRecovery(true)
        .build();
  }

  /**
   * @param last when it was due before
   */
  Trigger trigger(Instant due, Optional<Instant> last) {
    JobDataMap data = new JobDataMap();
    data.put(DUE, due.toString());
    last.ifPresent(before -> data.put(LAST, before.toString()));
    return TriggerBuilder.newTrigger()
        .withIdentity(trigger(schedule.id()))
        .forJob(job(schedule.id()))
        .usingJobData(data)
        .startAt(Date.from(due))
        .withSchedule(
            SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
        .build();
  }

  /** When a trigger was to tell; empty for one that somebody made to tell now. */
  static Optional<Instant> due(Trigger trigger) {
    return moment(trigger, DUE);
  }

  static Optional<Instant> last(Trigger trigger) {
    return moment(trigger, LAST);
  }

  private static Optional<Instant> moment(Trigger trigger, String name) {
    return Optional.ofNullable(trigger.getJobDataMap().getString(name)).map(Instant::parse);
  }

  boolean isLeftOut(Instant due, Instant now) {
    return schedule.missed() == Missed.LEFT_OUT && now.isAfter(due.plus(MISSED_AFTER));
  }

  static JobKey job(ScheduleId id) {
    return JobKey.jobKey(id.name(), id.kind());
  }

  static TriggerKey trigger(ScheduleId id) {
    return TriggerKey.triggerKey(id.name(), id.kind());
  }
}
