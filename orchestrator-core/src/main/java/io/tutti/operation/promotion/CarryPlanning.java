package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.operation.parallelism.SettingsOfRoles.Place;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.PlannedSuccession;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a switchover may carry over, and refuses beforehand what it could not. */
record CarryPlanning(PromotionEnvironment environment, SettingsOfRoles settings) {

  /** What comes of it. */
  record Result(SwitchoverPlanner.Carried carried, List<String> notes) {}

  /** What one server answers of its events. */
  private record Answer(Observed<ScheduledEvents> events, Optional<EventControl> said) {}

  Result plan(
      SwitchoverRequest asked,
      PlannedSuccession.Found found,
      Optional<CoPrimaries> mutual,
      Deadline deadline) {
    InstanceAddress old = asked.source();
    InstanceAddress next = found.successor().address();
    List<Answer> answers =
        AtOnce.each(List.of(old, next), address -> events(address, asked, deadline));
    SettingsOfRoles.Carried roles =
        asked.carry().contains(Carry.SETTINGS)
            ? settings.plan(
                new Place(old, back(found.channel(), mutual)),
                new Place(next, found.channel()),
                !found.followers().left().isEmpty(),
                deadline)
            : SettingsOfRoles.Carried.NOTHING;
    Result events =
        asked.carry().contains(Carry.EVENTS)
            ? carrying(old, next, answers)
            : leaving(old, next, answers);
    List<PlannedStep> after = new ArrayList<>(events.carried().after());
    after.addAll(after.isEmpty() ? 0 : 1, roles.steps());
    List<String> notes = new ArrayList<>(roles.notes());
    notes.addAll(events.notes());
    return new Result(new SwitchoverPlanner.Carried(events.carried().before(), after), notes);
  }

  /** Over which the old one is to replicate. */
  private static Channel back(Channel channel, Optional<CoPrimaries> mutual) {
    return channel.withName(mutual.map(both -> both.back().channel().name()).orElse(""));
  }

  private Answer events(InstanceAddress address, SwitchoverRequest asked, Deadline deadline) {
    boolean isAsked = asked.carry().contains(Carry.EVENTS);
    try (Session server = environment.servers().open(address, deadline)) {
      Optional<EventControl> control = server.control().eventControl();
      if (isAsked) {
        control.ifPresent(each -> each.requirePrivileges(deadline));
      }
      return new Answer(server.control().events(deadline), control);
    } catch (OrchestratorException e) {
      if (isAsked) {
        throw e;
      }
      return new Answer(Observed.unknown(e.observed()), Optional.empty());
    }
  }

  private static Result carrying(InstanceAddress old, InstanceAddress next, List<Answer> answers) {
    EventsToCarry events =
        new EventsToCarry(
            new EventsToCarry.Of(old, known(old, answers.getFirst())),
            new EventsToCarry.Of(next, known(next, answers.getLast())),
            answers
                .getLast()
                .said()
                .orElseThrow(() -> unsafe(old, "its plugin does not carry events over")));
    events
        .obstacle()
        .ifPresent(why -> {
          throw unsafe(old, why);
        });
    List<PlannedStep> after = new ArrayList<>();
    events.start().ifPresent(after::add);
    events.resume().ifPresent(after::add);
    return new Result(new SwitchoverPlanner.Carried(events.before(), after), events.notes());
  }

  private static ScheduledEvents known(InstanceAddress address, Answer answer) {
    return answer
        .events()
        .asOptional()
        .orElseThrow(() -> unsafe(address, "which events it has is %s".formatted(answer.events())));
  }

  private static Result leaving(InstanceAddress old, InstanceAddress next, List<Answer> answers) {
    Observed<ScheduledEvents> lost = answers.getFirst().events();
    List<String> notes = new ArrayList<>();
    lost.asOptional()
        .map(ScheduledEvents::thatRun)
        .filter(running -> !running.isEmpty())
        .ifPresent(running ->
            notes.add(
                "Events that run on %s now will run nowhere: %s. To let them run on %s, ask for it: --carry events."
                    .formatted(old, ScheduledEvent.spoken(running), next)));
    notes.addAll(new EventNotes(next, answers.getLast().events(), lost).toList());
    return new Result(SwitchoverPlanner.Carried.NOTHING, notes);
  }

  private static OrchestratorException unsafe(InstanceAddress server, String why) {
    return new OrchestratorException(
        ErrorCode.SWITCHOVER_NOT_SAFE,
        server.toString(),
        "Events cannot go over: %s. Nothing was changed.".formatted(why),
        Remedies.of("leave --carry events out").or(Acts.showInstance(server)));
  }
}
