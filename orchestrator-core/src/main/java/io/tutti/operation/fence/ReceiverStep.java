package io.tutti.operation.fence;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.Fence;
import java.time.Duration;
import java.util.Optional;

/**
 * Stops a replica's receiver, or starts it again. A replica that does not answer is no reason not
 * to fence its source, or not to let clients in: that is told. Undo does the opposite where the
 * receiver was otherwise; so one of which that was not known is not stopped, as nobody would start
 * it again.
 */
final class ReceiverStep implements Step {
  static final String DETACH = "fence.detach";
  static final String ATTACH = "fence.attach";

  private static final String RAN = "ran";
  private static final String UNKNOWN = "unknown";
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final FenceEnvironment environment;
  private final InstanceAddress replica;
  private final InstanceAddress source;
  private final String channel;
  private final boolean stops;

  /** Whether this attempt has put it back: what the server shows since came of that. */
  private boolean isPutBack;

  ReceiverStep(FenceEnvironment environment, PlannedStep planned, boolean stops) {
    this.environment = environment;
    this.replica = planned.target();
    this.source = InstanceAddress.parse(planned.parameters().require("source"));
    this.channel = planned.parameters().require("channel");
    this.stops = stops;
  }

  private static Optional<Channel> find(Session server, String name, StepContext context) {
    return server.readWithChannels(context.deadline()).knownChannels().stream()
        .filter(each -> each.name().equals(name))
        .findFirst();
  }

  /** To wait for replicas that are lost would keep a fence from being tried. */
  private boolean isLeft() {
    return stops && !environment.answers().test(replica);
  }

  private boolean isLeftAsItIs(Parameters before) {
    return stops && before.require(RAN).equals(UNKNOWN);
  }

  private static boolean stands(Channel found) {
    return found.receiver().state() == ThreadState.STOPPED;
  }

  @Override
  public void precondition(StepContext context) {
    // It may be said at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    if (isLeft()) {
      return Parameters.of(RAN, UNKNOWN);
    }
    try (Session server = environment.servers().open(replica, context.deadline())) {
      boolean ran = find(server, channel, context).filter(each -> !stands(each)).isPresent();
      return Parameters.of(RAN, ran);
    } catch (OrchestratorException e) {
      if (KeepStep.isAway(e)) {
        return Parameters.of(RAN, UNKNOWN);
      }
      throw e;
    }
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    if (isLeft() || isLeftAsItIs(before)) {
      return left("It did not answer when it was asked.");
    }
    try (Session server = environment.servers().open(replica, context.deadline())) {
      Optional<Channel> found = find(server, channel, context);
      if (found.isEmpty()) {
        return StepOutcome.alreadyDone("Somebody has removed the channel.");
      }
      if (stands(found.get()) == stops) {
        return StepOutcome.alreadyDone("It was so.");
      }
      if (stops) {
        fence().stops(new Fence.Receiver(replica, channel));
      }
      say(server, stops, context);
      return StepOutcome.done(stops ? "It receives nothing." : "It was started.");
    } catch (OrchestratorException e) {
      if (!KeepStep.isAway(e)) {
        throw e;
      }
      return left(e.observed());
    }
  }

  private KeptFence fence() {
    return new KeptFence(environment.fences(), source);
  }

  private StepOutcome left(String why) {
    if (stops) {
      fence().leavesOpen("The receiver of %s was not stopped: %s".formatted(replica, why));
    }
    return StepOutcome.alreadyDone("It does not answer, and was left: " + why);
  }

  private void say(Session server, boolean stop, StepContext context) {
    if (stop) {
      server
          .control()
          .stop(ReplicationThread.RECEIVER, channel, context.deadline().within(STOP_MAX));
    } else {
      ThreadStart.start(server, ReplicationThread.RECEIVER, channel, context.deadline());
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return isLeftAsItIs(before) ? Verdict.holds() : stands(stops, context);
  }

  /**
   * A receiver that was started, and which its source then refused, was started: a source that lost
   * writes may be let in by force.
   */
  private static boolean isAs(boolean wanted, Channel found) {
    return stands(found) == wanted || (!wanted && found.receiver().lastError().isPresent());
  }

  private Verdict stands(boolean wanted, StepContext context) {
    try (Session server = environment.servers().open(replica, context.deadline())) {
      return Verdict.of(
          find(server, channel, context).filter(each -> !isAs(wanted, each)).isEmpty(),
          "The receiver of %s %s.".formatted(replica, wanted ? "runs" : "stands"));
    } catch (OrchestratorException e) {
      if (KeepStep.isAway(e)) {
        return Verdict.holds();
      }
      throw e;
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    if (isToUndo(before)) {
      try (Session server = environment.servers().open(replica, context.deadline())) {
        say(server, !stops, context);
        isPutBack = true;
      }
    }
  }

  /** Only what was otherwise before, and known to be. */
  private boolean isToUndo(Parameters before) {
    return before.require(RAN).equals(Boolean.toString(stops));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    if (!isToUndo(before)) {
      return Verdict.holds();
    }
    return isPutBack ? stands(!stops, context) : standsAsItDid(context);
  }

  /** An error that it had before it was stopped is no sign that it was started again. */
  private Verdict standsAsItDid(StepContext context) {
    try (Session server = environment.servers().open(replica, context.deadline())) {
      return Verdict.of(
          find(server, channel, context).filter(each -> stands(each) == stops).isEmpty(),
          "The receiver of %s %s.".formatted(replica, stops ? "stands" : "runs"));
    } catch (OrchestratorException e) {
      if (KeepStep.isAway(e)) {
        return Verdict.holds();
      }
      throw e;
    }
  }
}
