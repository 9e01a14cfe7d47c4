package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.ScheduleView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.Rollouts;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.ScheduleState;
import io.tutti.timing.Timetable;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What begins at a certain time. Rollouts wait by their own states; all else is paused in the
 * timetable.
 */
@RestController
@RequestMapping("/api/v1/schedules")
class ScheduleController {
  private static final String ROLLOUT = "rollout";

  private final Timetable timetable;
  private final Rollouts rollouts;

  ScheduleController(Timetable timetable, Rollouts rollouts) {
    this.timetable = timetable;
    this.rollouts = rollouts;
  }

  @GetMapping
  @Needs(Role.VIEWER)
  Items<ScheduleView> schedules() {
    List<ScheduleView> due = timetable.all().stream().map(ScheduleController::view).toList();
    List<ScheduleView> paused =
        rollouts.list().stream()
            .filter(run -> run.state() == RolloutState.PAUSED)
            .map(ScheduleController::paused)
            .toList();
    return new Items<>(Stream.concat(due.stream(), paused.stream()).toList());
  }

  @PostMapping("/{kind}/{name}:pause")
  @Needs(Role.OPERATOR)
  ScheduleView pauseSchedule(@PathVariable String kind, @PathVariable String name, Caller caller) {
    return act(
        kind, name, () -> rollouts.act(name, RolloutAct.PAUSE, caller.name()), timetable::pause);
  }

  @PostMapping("/{kind}/{name}:resume")
  @Needs(Role.OPERATOR)
  ScheduleView resumeSchedule(@PathVariable String kind, @PathVariable String name, Caller caller) {
    return act(
        kind, name, () -> rollouts.act(name, RolloutAct.RESUME, caller.name()), timetable::resume);
  }

  @PostMapping("/{kind}/{name}:run-now")
  @Needs(Role.OPERATOR)
  ScheduleView runScheduleNow(@PathVariable String kind, @PathVariable String name, Caller caller) {
    return act(kind, name, () -> rollouts.beginNow(name, caller.name()), timetable::runNow);
  }

  private ScheduleView act(
      String kind, String name, Supplier<RolloutRun> ofRollout, Consumer<ScheduleId> ofOther) {
    if (kind.equals(ROLLOUT)) {
      return of(ofRollout.get());
    }
    ScheduleId id = require(kind, name).id();
    ofOther.accept(id);
    return view(require(kind, name));
  }

  private ScheduleState require(String kind, String name) {
    return timetable.all().stream()
        .filter(state -> state.id().toString().equals(kind + "/" + name))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                kind + "/" + name,
                "There is no schedule %s/%s. Nothing was changed.".formatted(kind, name),
                List.of("see which there are: tutti schedules list")));
  }

  private static ScheduleView view(ScheduleState state) {
    return new ScheduleView(
        state.id().toString(),
        state.when().toString(),
        state.what(),
        state.last(),
        state.next(),
        state.isPaused());
  }

  private static ScheduleView paused(RolloutRun run) {
    return view(run, "when it is resumed", true);
  }

  private ScheduleView of(RolloutRun run) {
    return run.state() == RolloutState.PAUSED
        ? paused(run)
        : view(run, run.wakeAt().map(at -> "at " + at).orElse("now"), false);
  }

  private static ScheduleView view(RolloutRun run, String when, boolean isPaused) {
    return new ScheduleView(
        ROLLOUT + "/" + run.id(),
        when,
        "The rollout %s: %s".formatted(run.rollout().name(), run.why()),
        Optional.empty(),
        isPaused ? Optional.empty() : run.wakeAt(),
        isPaused);
  }
}
