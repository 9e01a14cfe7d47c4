package io.tutti.timing;

import java.util.List;
import java.util.Optional;

/** Keeps schedules, through restarts of the controller, and says when their time has come. */
public interface Timetable {

  /**
   * Keeps exactly this under its name. One that is kept just so goes on as it is; one that is
   * paused stays paused.
   *
   * @throws IllegalArgumentException when it is never due, or that cannot be understood
   */
  void put(Schedule schedule);

  /** As if it had never been. */
  void remove(ScheduleId id);

  Optional<ScheduleState> find(ScheduleId id);

  /** In the order of their names. */
  List<ScheduleState> all();

  /** What is due meanwhile is left out. */
  void pause(ScheduleId id);

  void resume(ScheduleId id);

  /** It is due now, too, paused or not; when it is due next stays the same. */
  void runNow(ScheduleId id);
}
