package io.tutti.operation.promotion;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.AckSetting;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.topology.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Steps of a promotion that are part of other plans, too. */
public final class PromotionSteps {
  private PromotionSteps() {}

  /**
   * Lets a server that was a source, and is shut, replicate from another one by GTID. It is refused
   * where the former has what the other one lacks.
   *
   * @param options how its channel is set
   */
  public static PlannedStep attachFormer(
      InstanceAddress former, InstanceAddress source, ChannelOptions options) {
    return AttachFormerStep.planned(
        former,
        new AttachFormerStep.Work(source, false, options),
        "let %s replicate from %s, after its own last transaction".formatted(former, source));
  }

  /**
   * The same without GTIDs.
   *
   * @param end of the former's binlog, up to which the other one has all of it
   * @param from in the binlog of the other one, before which it has nothing else
   */
  public static PlannedStep attachFormer(
      InstanceAddress former,
      InstanceAddress source,
      BinlogPosition end,
      BinlogPosition from,
      ChannelOptions options) {
    return AttachFormerStep.planned(
        former,
        new AttachFormerStep.Work(
            source, false, options, Optional.of(new AttachFormerStep.Places(end, from))),
        "let %s replicate from %s, from %s in its binlog on".formatted(former, source, from));
  }

  /**
   * Keeps the events of the scheduler off, over restarts, too, that run on a server that was a
   * source: one of an all-mighty definer writes there though it is read-only, and its replication
   * breaks. Empty where none runs, or none can be kept off by Tutti.
   *
   * @param here of the former
   * @throws io.tutti.error.OrchestratorException MISSING_PRIVILEGE where the account may not see or
   *     disable them
   */
  public static Observed<Optional<PlannedStep>> eventsOfFormer(
      InstanceState former, Session here, Deadline deadline) {
    Optional<EventControl> said = here.control().eventControl();
    boolean isIdle =
        former
            .settings()
            .text(EventsPlanning.SCHEDULER)
            .asOptional()
            .filter(each -> !each.equalsIgnoreCase("ON"))
            .isPresent();
    if (isIdle || said.isEmpty()) {
      return Observed.known(Optional.empty());
    }
    Observed<ScheduledEvents> events = here.control().events(deadline);
    if (events.asOptional().filter(each -> each.thatRun().isEmpty()).isEmpty()) {
      said.get().requirePrivileges(false, deadline);
    }
    return events.map(each ->
        Optional.of(each.thatRun())
            .filter(running -> !running.isEmpty())
            .map(running -> EventsToCarry.pause(former.address(), running, said.get())));
  }

  /**
   * Lets a server that was a source refuse writes after its next start, too; empty where it does
   * not keep that itself, or keeps it already.
   *
   * @param words of the former
   */
  public static Optional<PlannedStep> nextStartOfFormer(
      InstanceState former, ReplicationStatements words, FenceGuide guide) {
    return new NextStartPlanner(former, words, guide, Optional.empty(), false).step();
  }

  /**
   * Lets a server that was a source wait for no acknowledgements, and give them where its new
   * source waits for some; empty where it does so already.
   *
   * @param words of the former
   */
  public static Optional<PlannedStep> acksOfFormer(
      InstanceState former, InstanceState source, ReplicationStatements words) {
    AckSetting wanted = AckSetting.NOTHING;
    if (former.semiSync().sourceEnabled().is(true)) {
      wanted = wanted.withAsks(false);
    }
    if (source.semiSync().sourceEnabled().is(true)
        && former.semiSync().replicaEnabled().is(false)) {
      wanted = wanted.withAcknowledges(true);
    }
    return AcksStep.planned(former.address(), wanted, words.acks(wanted, former.settings()));
  }

  /**
   * What a promotion is for once it is over: its next start, and what goes by its place.
   *
   * @param notes for what people should know of that
   */
  static List<PlannedStep> forLater(
      PromotionEnvironment environment,
      Surroundings around,
      Cluster cluster,
      InstanceAddress lost,
      InstanceAddress successor,
      Consumer<String> notes,
      Deadline deadline) {
    Optional<NextStartPlanner> next = NextStartPlanner.of(around, successor, true);
    next.flatMap(NextStartPlanner::note).ifPresent(notes);
    Optional<PlannedStep> step = next.flatMap(NextStartPlanner::step);
    step.flatMap(each -> NextStartStep.lacking(environment, each, deadline)).ifPresent(notes);
    return Stream.concat(
            step.stream(), Stream.of(GivePlaceStep.planned(environment, cluster, lost, successor)))
        .toList();
  }
}
