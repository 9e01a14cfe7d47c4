package io.tutti.schedule;

import io.tutti.timing.ScheduleId;
import io.tutti.timing.TimeHasCome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one job there is: says that a schedule is due. Its name is in the tables of Quartz.
 *
 * <ol>
 *   <li>Keep when the schedule is due next, so that it is never lost.
 *   <li>Tell, unless the time is over and nobody wants to be told late.
 * </ol>
 */
@DisallowConcurrentExecution
final class DueJob implements Job {
  private static final Logger LOG = LoggerFactory.getLogger(DueJob.class);

  private final TimeHasCome listener;
  private final InstantSource clock;

  DueJob(TimeHasCome listener, InstantSource clock) {
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public void execute(JobExecutionContext context) {
    KeptSchedule kept = KeptSchedule.of(context.getJobDetail());
    Optional<Instant> due = KeptSchedule.due(context.getTrigger());
    ScheduleId id = kept.schedule().id();
    try {
      if (due.isPresent()) {
        keepNext(context.getScheduler(), kept, due.get());
      }
      if (due.isPresent() && kept.isLeftOut(due.get(), clock.instant())) {
        LOG.warn("{} was due at {}, when no controller ran: it is left out", id, due.get());
        return;
      }
      listener.due(id);
    } catch (SchedulerException | RuntimeException e) {
      LOG.warn("{} is due, and could not be begun", id, e);
    }
  }

  private void keepNext(Scheduler scheduler, KeptSchedule kept, Instant due)
      throws SchedulerException {
    Instant now = clock.instant();
    Optional<Instant> next = kept.schedule().when().after(now.isAfter(due) ? now : due);
    if (next.isPresent()) {
      // Nothing is there any more when somebody removed it just now.
      var unused =
          scheduler.rescheduleJob(
              KeptSchedule.trigger(kept.schedule().id()),
              kept.trigger(next.get(), Optional.of(due)));
    }
  }
}
