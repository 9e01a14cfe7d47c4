package io.tutti.schedule;

import io.tutti.timing.ScheduleId;
import io.tutti.timing.TimeHasCome;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one job there is: says that a schedule is due. Its name is in the tables of Quartz. */
@DisallowConcurrentExecution
final class DueJob implements Job {
  private static final Logger LOG = LoggerFactory.getLogger(DueJob.class);

  private final TimeHasCome told;

  DueJob(TimeHasCome told) {
    this.told = told;
  }

  @Override
  public void execute(JobExecutionContext context) {
    JobKey key = context.getJobDetail().getKey();
    try {
      told.due(new ScheduleId(key.getGroup(), key.getName()));
    } catch (RuntimeException e) {
      LOG.warn("{} is due, and could not be begun", key, e);
    }
  }
}
