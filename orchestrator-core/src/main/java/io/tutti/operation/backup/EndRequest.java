package io.tutti.operation.backup;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.topology.BackupSession;

/**
 * That a backup session is to end.
 *
 * @param session its id
 * @param expired whether it ends because its lease is over: a renewal meanwhile prevents it
 */
public record EndRequest(InstanceAddress instance, String session, boolean expired) {
  public static final String END = "backup.end";

  public static EndRequest asked(BackupSession session) {
    return new EndRequest(session.instance(), session.id(), false);
  }

  public static EndRequest expired(BackupSession session) {
    return new EndRequest(session.instance(), session.id(), true);
  }

  public Goal toGoal() {
    return new Goal(END, instance.toString(), this);
  }
}
