package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.promotion.FailoverAccount.Loss;
import io.tutti.operation.promotion.FailoverAccount.Server;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.AckProof;
import io.tutti.promotion.BestReplica.Has;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says of each server what it had received of the lost source, what it has now, and what of it is
 * lost. It is kept with the operation, and changes nothing.
 */
final class AccountStep implements Step<FailoverAccount> {
  static final String KIND = "failover.account";

  /**
   * What each had received when the operation was planned.
   *
   * @param gone what the source, and replicas that do not answer, had when they were read last
   * @param acks what acknowledgements prove; empty for nothing
   * @param whenBack what the source may have when it is back, and nobody else
   * @param place that another one may have taken, too; empty where nobody was opened
   */
  record Seen(
      List<Received> servers,
      List<Received> gone,
      Optional<AckProof.Watched> acks,
      Optional<String> whenBack,
      Optional<OpenStep.InPlaceOf> place) {
    Seen {
      servers = List.copyOf(servers);
      // Operations that an older controller kept have none.
      gone = List.copyOf(Objects.requireNonNullElse(gone, List.of()));
      acks = Objects.requireNonNullElse(acks, Optional.empty());
      whenBack = Objects.requireNonNullElse(whenBack, Optional.empty());
      place = Objects.requireNonNullElse(place, Optional.empty());
    }
  }

  /**
   * One of them.
   *
   * @param readAt when it was read
   */
  record Received(InstanceAddress server, Has received, Optional<Instant> readAt) {
    Received {
      // Operations that an older controller kept have none.
      readAt = Objects.requireNonNullElse(readAt, Optional.empty());
    }

    Received(InstanceAddress server, Has received) {
      this(server, received, Optional.empty());
    }
  }

  private final PromotionEnvironment environment;

  /** Who has to have all of it now. */
  private final InstanceAddress keeper;

  private final Seen seen;

  AccountStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.keeper = planned.target();
    this.seen =
        planned
            .seen(Seen.class)
            .orElseGet(() ->
                new Seen(
                    List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Override
  public void precondition(StepContext context) {
    // It changes nothing.
  }

  @Override
  public FailoverAccount before(StepContext context) {
    Optional<Has> kept = kept(context);
    List<Server> servers = new ArrayList<>();
    seen.servers().forEach(each -> servers.add(server(each, false, kept, context)));
    seen.gone().forEach(each -> servers.add(server(each, true, kept, context)));
    return new FailoverAccount(servers);
  }

  /** By position the keeper has applied what it was chosen for, and its place there is gone. */
  private Optional<Has> kept(StepContext context) {
    return seen.servers().stream()
        .filter(each -> each.server().equals(keeper))
        .map(Received::received)
        .filter(Has.UpTo.class::isInstance)
        .findFirst()
        .or(() -> now(keeper, context).map(Has.Named::new));
  }

  private Server server(Received each, boolean isOld, Optional<Has> kept, StepContext context) {
    return switch (each.received()) {
      case Has.UpTo(var place) ->
          new Server(
              each.server(),
              "up to " + place,
              isOld,
              isOld ? Optional.empty() : placeNow(each.server(), kept, context),
              kept.flatMap(all -> Loss.of(each.received(), all)),
              each.readAt());
      case Has.Named(GtidSet received) ->
          new Server(
              each.server(),
              received.toString(),
              isOld,
              isOld ? Optional.empty() : now(each.server(), context).map(GtidSet::toString),
              kept.flatMap(all -> Loss.of(each.received(), all)),
              each.readAt());
    };
  }

  /** Who replicates from the keeper was level with it when that began. */
  private Optional<String> placeNow(
      InstanceAddress server, Optional<Has> kept, StepContext context) {
    return kept.filter(Has.UpTo.class::isInstance)
        .filter(all -> server.equals(keeper) || followsKeeper(server, context))
        .map("up to %s"::formatted);
  }

  private boolean followsKeeper(InstanceAddress server, StepContext context) {
    try (Session session = environment.servers().open(server, context.deadline())) {
      return session.read(context.deadline()).knownChannels().stream()
          .anyMatch(channel -> isKeeper(channel.source()));
    } catch (OrchestratorException e) {
      return false;
    }
  }

  private boolean isKeeper(InstanceAddress source) {
    return environment.world().get().topology().keptUnder(source).equals(keeper);
  }

  /** What it executed, or has received of its source of now. */
  private Optional<GtidSet> now(InstanceAddress server, StepContext context) {
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

  private List<String> prepared(StepContext context) {
    try (Session session = environment.servers().open(keeper, context.deadline())) {
      return PreparedNotes.account(
          environment.world().get().topology(),
          keeper,
          session.read(context.deadline()).prepared());
    } catch (OrchestratorException e) {
      return PreparedNotes.account(
          environment.world().get().topology(), keeper, Observed.unknown(e.observed()));
    }
  }

  @Override
  public StepOutcome run(StepContext context, FailoverAccount before) {
    List<String> lines = new ArrayList<>(before.servers().stream().map(Server::toString).toList());
    lines.addAll(prepared(context));
    seen.acks().map(AckProof.Watched::sentence).ifPresent(lines::add);
    seen.whenBack().ifPresent(lines::add);
    seen.place()
        .map(of ->
            new FormerMembers(environment, of.lost())
                .afterwards(keeper, of.members(), context.deadline()))
        .filter(said -> !said.isEmpty())
        .ifPresent(said -> lines.add(said.strip()));
    return StepOutcome.done(String.join(" ", lines));
  }

  @Override
  public Verdict verify(StepContext context, FailoverAccount before) {
    return Verdict.holds();
  }

  @Override
  public void undo(StepContext context, FailoverAccount before) {
    // It has changed nothing.
  }

  @Override
  public Verdict verifyUndone(StepContext context, FailoverAccount before) {
    return Verdict.holds();
  }
}
