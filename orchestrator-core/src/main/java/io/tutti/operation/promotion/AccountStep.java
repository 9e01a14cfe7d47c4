package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.AckProof;
import io.tutti.promotion.BestReplica.Has;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says of each server what it had received of the lost source, what it has now, and what of it is
 * lost.
 */
final class AccountStep implements ChangesNothing {
  static final String KIND = "failover.account";

  /**
   * What each had received when the operation was planned.
   *
   * @param acks what acknowledgements prove; empty for nothing
   * @param whenBack what the source may have when it is back, and nobody else
   */
  record Seen(List<Received> servers, Optional<AckProof.Watched> acks, Optional<String> whenBack) {
    Seen {
      servers = List.copyOf(servers);
      // Operations that an older controller kept have none.
      acks = Objects.requireNonNullElse(acks, Optional.empty());
      whenBack = Objects.requireNonNullElse(whenBack, Optional.empty());
    }
  }

  /** One of them. */
  record Received(InstanceAddress server, Has received) {}

  private final PromotionEnvironment environment;
  private final Seen seen;

  AccountStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.seen =
        planned
            .seen(Seen.class)
            .orElseGet(() -> new Seen(List.of(), Optional.empty(), Optional.empty()));
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    List<String> lines = new ArrayList<>();
    for (Received each : seen.servers()) {
      lines.add(line(each, context));
    }
    seen.acks().map(AckProof.Watched::sentence).ifPresent(lines::add);
    seen.whenBack().ifPresent(lines::add);
    return StepOutcome.done(String.join(" ", lines));
  }

  private String line(Received each, StepContext context) {
    return switch (each.received()) {
      case Has.UpTo(var place) ->
          "%s had received up to %s, and applied it.".formatted(each.server(), place);
      case Has.Named(GtidSet received) ->
          has(each.server(), context)
              .map(now -> line(each.server(), received, now))
              .orElseGet(() ->
                  "%s had received %s; what it has now is not known."
                      .formatted(each.server(), received));
    };
  }

  private static String line(InstanceAddress server, GtidSet received, GtidSet now) {
    return "%s had received %s, has %s, and lost %s."
        .formatted(server, received, now, now.contains(received) ? "nothing" : received.minus(now));
  }

  /** What it executed, or has received of its source of now. */
  private Optional<GtidSet> has(InstanceAddress server, StepContext context) {
    try (Session session = environment.servers().open(server, context.deadline())) {
      InstanceState state = session.read(context.deadline());
      Optional<GtidSet> has = state.gtid().executed().asOptional();
      for (Channel channel : state.knownChannels()) {
        Optional<GtidSet> retrieved = channel.receiver().retrieved().asOptional();
        has = has.map(all -> retrieved.map(all::union).orElse(all));
      }
      return has;
    } catch (OrchestratorException e) {
      return Optional.empty();
    }
  }
}
