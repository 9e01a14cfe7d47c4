package io.tutti.operation.gaps;

import io.tutti.gaps.Refetch;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides whether a stopped receiver has to be set to where the applier is. Pure. */
record ReceiverPlanner(InstanceState state, ReplicationStatements statements, Duration deadline) {

  /** Whether the relay logs have to be read to decide it. */
  boolean asksRelayLogs(Channel channel) {
    return Refetch.isByPlace(state.gtid(), channel)
        && channel.receiver().state() == ThreadState.STOPPED
        && !state.durability().relayLogRecovery().is(true);
  }

  /**
   * @param end as the relay logs show it
   * @param closes whether a gap of that channel is closed before
   */
  boolean isWanted(Channel channel, Observed<RelayedEnd> end, boolean closes) {
    boolean isRight =
        Refetch.of(state, channel).isEmpty()
            && (end instanceof Observed.Known<RelayedEnd>(RelayedEnd relayed)
                ? channel.receiver().read().asOptional().filter(relayed::isBeyond).isEmpty()
                : !closes);
    return !isRight;
  }

  /**
   * Where the source's binlog seems to be another one, what the relay logs hold is applied, and
   * there is no place to continue at.
   */
  PlannedStep step(Channel channel, Observed<RelayedEnd> end, SameBinlog binlog) {
    Optional<String> other =
        binlog.isDoubted() ? Optional.of(binlog.ofSource(channel.source())) : Optional.empty();
    Optional<BinlogPosition> whole = end.asOptional().map(RelayedEnd::whole);
    return PlannedStep.of(
            ReceiverPositionStep.KIND,
            state.address(),
            "gaps.receiver." + channel.name(),
            new ReceiverPositionStep.Work(
                new Closing(channel.name(), new ClosingTarget.OwnEnd(), deadline), other),
            "apply what the relay logs%s of %s hold%s, and %s"
                .formatted(
                    Channel.ofChannel(channel.name()),
                    state.address(),
                    whole.map(to -> " up to " + to).orElse(""),
                    other
                        .map(why -> "leave the receiver, as " + why)
                        .orElseGet(() ->
                            "set the receiver, which would continue at %s, to the position of the applier then"
                                .formatted(channel.receiver().read()))))
        .withStatements(said(channel, whole, other.isEmpty()).toArray(String[]::new))
        .affecting(effects(channel, other.isEmpty()))
        .withSeen(new StartedReceiver.WhenStopped(channel.receiver().read().asOptional(), whole))
        .withBounds(
            new PlannedStep.Bounds(
                deadline.plus(GapsPlanner.BESIDE_WAITING),
                PlannedStep.Bounds.USUAL.blockedWaitMax()));
  }

  private List<Effect> effects(Channel channel, boolean goesOn) {
    List<Effect> effects = new ArrayList<>();
    if (ReplicationThread.APPLIER.runsIn(channel)) {
      effects.addAll(
          Effect.stopping(
              List.of(ReplicationThread.APPLIER),
              state.address(),
              channel.name(),
              Effect.Lasts.MOMENT));
    }
    if (goesOn) {
      effects.add(Effect.dropping(state.address(), channel.name()));
    }
    return effects;
  }

  private List<String> said(Channel channel, Optional<BinlogPosition> whole, boolean goesOn) {
    List<String> said = new ArrayList<>();
    boolean applies = ReplicationThread.APPLIER.runsIn(channel);
    if (applies) {
      said.add(statements.stop(ReplicationThread.APPLIER, channel.name()));
    }
    whole.ifPresent(to -> {
      if (!applies && !channel.applier().hasExecuted(to)) {
        said.add(statements.startUntil(to, channel.name()));
      }
      if (goesOn) {
        said.add(statements.goOnAt(to, channel.name()));
      }
    });
    if (applies) {
      said.add(statements.start(ReplicationThread.APPLIER, channel.name()));
    }
    return said;
  }
}
