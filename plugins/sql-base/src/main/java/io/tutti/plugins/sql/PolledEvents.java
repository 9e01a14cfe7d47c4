package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The events of the scheduler, as polls see them: a source that is dead cannot be asked any more
 * which of them ran. A session keeps the global privileges that it began with, and is shown no
 * event, and no error, without them: so one that began without is not asked, and a new one is begun
 * once the account has them.
 */
final class PolledEvents {
  /** What a person has disabled for longer than that is let run by no failover. */
  static final Duration ASK_AFTER = Duration.ofSeconds(10);

  static final String MAY_KEY = "events-grants";
  static final String ALL_KEY = "events";
  static final String SCHEDULER_KEY = "events-scheduler";

  private static final List<Question> MAY = List.of(Question.plain(MAY_KEY, "SHOW GRANTS", ""));

  private static final List<Question> EVENTS =
      List.of(
          new Question(
              ALL_KEY, "SELECT … FROM information_schema.EVENTS", ReplicatedEvents.ALL, ""),
          Question.plain(SCHEDULER_KEY, ReplicatedEvents.SCHEDULER, ""));

  private long session = -1;
  private boolean mayAsk;
  private boolean isOutdated;
  private Instant due = Instant.MIN;
  private Observed<ScheduledEvents> read = Observed.unknown("they were not read yet");

  private boolean isDue(long current, Instant now) {
    return current != session || !now.isBefore(due);
  }

  /**
   * What is due.
   *
   * @param current counts sessions
   */
  List<Question> questions(long current, Instant now) {
    if (!isDue(current, now)) {
      return List.of();
    }
    return current == session && mayAsk ? EVENTS : MAY;
  }

  /**
   * @param answers to the questions of that moment
   * @param privilege to see them
   */
  Observed<ScheduledEvents> read(Answers answers, long current, Instant now, String privilege) {
    if (!isDue(current, now)) {
      return read;
    }
    if (current == session && mayAsk) {
      read =
          answers
              .rows(ALL_KEY)
              .flatMap(all ->
                  answers
                      .rows(SCHEDULER_KEY)
                      .map(scheduler -> ReplicatedEvents.of(all, scheduler)));
      due = now.plus(ASK_AFTER);
      return read;
    }
    boolean may = may(answers.rows(MAY_KEY), privilege);
    isOutdated = may && current == session;
    mayAsk = may && current != session;
    due = mayAsk ? Instant.MIN : now.plus(ASK_AFTER);
    read =
        Observed.unknown(
            may
                ? "they were not read yet"
                : "the account has no %s, or this is not known".formatted(privilege));
    session = current;
    return read;
  }

  private static boolean may(Observed<Rows> grants, String privilege) {
    return grants
        .asOptional()
        .filter(rows -> HeldPrivileges.of(rows).surelyHave(privilege, false))
        .isPresent();
  }

  /** Whether the account has got the privilege since this session began. */
  boolean isOutdated() {
    return isOutdated;
  }
}
