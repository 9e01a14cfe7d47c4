package io.tutti.operation.promotion;

import io.tutti.capability.Ports;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.fence.KeptFence;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import io.tutti.plan.Plan;
import io.tutti.promotion.PromotionRules;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.store.FailoverHolds;
import io.tutti.store.Fences;
import io.tutti.store.Incidents;
import io.tutti.topology.WorldView;
import io.tutti.world.Places;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the steps work with. */
record PromotionEnvironment(
    GapsEnvironment channels,
    ActingLocks acting,
    Incidents incidents,
    Fences fences,
    FailoverHolds holds,
    Supplier<WorldView> world,
    InstantSource clock,
    Optional<Credentials> replica,
    Tags tags,
    Places places,
    Optional<InstanceAddress> shown) {

  /** The tags of a server, by their names. */
  @FunctionalInterface
  interface Tags extends Function<InstanceAddress, SortedMap<String, String>> {}

  static PromotionEnvironment of(Ports ports) {
    return new PromotionEnvironment(
        GapsEnvironment.of(ports),
        ports.acting(),
        ports.records().incidents(),
        ports.records().fences(),
        ports.records().holds(),
        ports.world(),
        ports.clock(),
        ports.replica(),
        ports.known().tags()::apply,
        ports.known().places(),
        Optional.empty());
  }

  /**
   * To plan the same again: servers apply on meanwhile, and who takes the place is not another one
   * for that.
   */
  PromotionEnvironment after(Plan shown) {
    return new PromotionEnvironment(
        channels,
        acting,
        incidents,
        fences,
        holds,
        world,
        clock,
        replica,
        tags,
        places,
        shown.successor());
  }

  /** What is kept of the fence around a server that is left behind. */
  KeptFence fence(InstanceAddress lost) {
    return new KeptFence(fences, world.get().topology().keptUnder(lost));
  }

  /** Where people want a source, of those that are read. */
  PromotionRules rules(WorldView of) {
    return PromotionRules.of(of.topology().nodes().keySet(), tags).keeping(shown);
  }

  /** A server, its replicas and its sources, read now. */
  Surroundings around(WorldView world, InstanceAddress server, Deadline deadline) {
    return Surroundings.read(servers(), world, server, clock.instant(), deadline);
  }

  Servers servers() {
    return channels.servers();
  }
}
