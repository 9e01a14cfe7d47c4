package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of the events of the scheduler in a switchover. None of the old source may write
 * once it is a replica, and what ran there runs on the new one; where that cannot be done, it is
 * refused, unless a person takes it on ({@link Leave#EVENTS}).
 */
record EventsPlanning(
    PromotionEnvironment environment, SwitchoverRequest asked, InstanceAddress next) {
  static final String SCHEDULER = "event_scheduler";

  /** What one server answers of its events. */
  private record Answer(
      InstanceAddress address,
      Observed<ScheduledEvents> events,
      Optional<String> scheduler,
      Optional<EventControl> said) {

    /** As a variable shows it, which every account sees. */
    private boolean isKnownNotToSchedule() {
      return events instanceof Observed.Known<ScheduledEvents>(ScheduledEvents known)
          ? known.running() != Scheduler.ON
          : scheduler.filter(each -> !each.equalsIgnoreCase("ON")).isPresent();
    }
  }

  private InstanceAddress old() {
    return asked.source();
  }

  private boolean isLeft() {
    return asked.leave().contains(Leave.EVENTS);
  }

  CarryPlanning.Result plan(Deadline deadline) {
    List<Answer> answers = AtOnce.each(List.of(old(), next), address -> ask(address, deadline));
    Answer former = answers.getFirst();
    if (former.isKnownNotToSchedule()) {
      return nothing(List.of());
    }
    if (isLeft()) {
      return leaving(former, deadline);
    }
    ScheduledEvents ran = known(former, deadline);
    return ran.thatRun().isEmpty()
        ? nothing(List.of())
        : carrying(former, ran, answers.getLast(), deadline);
  }

  private static CarryPlanning.Result nothing(List<String> notes) {
    return new CarryPlanning.Result(SwitchoverPlanner.Carried.NOTHING, notes);
  }

  private Answer ask(InstanceAddress address, Deadline deadline) {
    try (Session server = environment.servers().open(address, deadline)) {
      Optional<String> scheduler = server.read(deadline).settings().text(SCHEDULER).asOptional();
      return new Answer(
          address, server.control().events(deadline), scheduler, server.control().eventControl());
    }
  }

  /** Who may not see them is told what it lacks. */
  private ScheduledEvents known(Answer answer, Deadline deadline) {
    if (answer.events().isUnknown()) {
      requireMay(answer, false, deadline);
    }
    return answer
        .events()
        .asOptional()
        .orElseThrow(
            () -> unsafe("which events %s has is %s".formatted(answer.address(), answer.events())));
  }

  private void requireMay(Answer answer, boolean schedules, Deadline deadline) {
    try (Session server = environment.servers().open(answer.address(), deadline)) {
      server
          .control()
          .eventControl()
          .ifPresent(each -> each.requirePrivileges(schedules, deadline));
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.MISSING_PRIVILEGE) {
        throw e;
      }
      throw new OrchestratorException(
          e.code(),
          e.target(),
          "Events of the scheduler run on %s, or may: they are to run on %s, and no more on %s. %s"
              .formatted(old(), next, old(), e.observed()),
          e.remedies().or("take it on yourself: --leave events"),
          e);
    }
  }

  private CarryPlanning.Result carrying(
      Answer former, ScheduledEvents ran, Answer taker, Deadline deadline) {
    EventsToCarry events =
        new EventsToCarry(
            new EventsToCarry.Of(old(), ran),
            new EventsToCarry.Of(next, known(taker, deadline)),
            taker.said().orElseThrow(() -> unsafe("its plugin does not carry events over")));
    requireMay(former, false, deadline);
    requireMay(taker, events.schedules(), deadline);
    events
        .obstacle()
        .ifPresent(why -> {
          throw unsafe(why);
        });
    if (!asked.carry().contains(Carry.EVENTS) && !events.left().isEmpty()) {
      ScheduledEvent left = events.left().getFirst();
      throw unsafe(
          "event %s would run nowhere: %s"
              .formatted(left.name(), events.hindrance(left).orElseThrow()));
    }
    List<PlannedStep> after = new ArrayList<>();
    events.start().ifPresent(after::add);
    return new CarryPlanning.Result(
        new SwitchoverPlanner.Carried(events.before(), after), events.notes());
  }

  /** What can be done about them is: that they run nowhere. */
  private CarryPlanning.Result leaving(Answer former, Deadline deadline) {
    Optional<String> why = hindrance(former, deadline);
    if (why.isPresent()) {
      return nothing(
          List.of(
              "Events of the scheduler of %s are left as they are (%s): where only read_only keeps writes away, those whose definer is above it go on writing there, and its replication breaks."
                  .formatted(old(), why.get())));
    }
    List<ScheduledEvent> running = known(former, deadline).thatRun();
    if (running.isEmpty()) {
      return nothing(List.of());
    }
    EventControl said = former.said().orElseThrow();
    return new CarryPlanning.Result(
        new SwitchoverPlanner.Carried(
            List.of(EventsToCarry.pause(old(), running, said)), List.of()),
        List.of(
            "Events that run on %s now will run nowhere, as asked for: %s."
                .formatted(old(), ScheduledEvent.spoken(running))));
  }

  private Optional<String> hindrance(Answer former, Deadline deadline) {
    if (former.said().isEmpty()) {
      return Optional.of("its plugin does not keep them off");
    }
    try (Session server = environment.servers().open(old(), deadline)) {
      server.control().eventControl().ifPresent(each -> each.requirePrivileges(false, deadline));
    } catch (OrchestratorException e) {
      return Optional.of("the account lacks privileges for it");
    }
    return former.events() instanceof Observed.Unknown<ScheduledEvents>(String unread)
        ? Optional.of(unread)
        : Optional.empty();
  }

  private OrchestratorException unsafe(String why) {
    return new OrchestratorException(
        ErrorCode.SWITCHOVER_NOT_SAFE,
        old().toString(),
        "Events of the scheduler of %s cannot all go over: %s. Nothing was changed."
            .formatted(old(), why),
        Remedies.of("let all go over that can: --carry events")
            .or("let none run on the new source: --leave events")
            .or(Acts.showInstance(old())));
  }
}
