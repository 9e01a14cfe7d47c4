package io.tutti.capability;

import io.tutti.discovery.FlavorCatalogue;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.Pauses;
import io.tutti.operation.server.Servers;
import io.tutti.plan.Operation;
import io.tutti.spi.Credentials;
import io.tutti.store.AuditLog;
import io.tutti.store.BootReports;
import io.tutti.store.FleetStore;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import io.tutti.tuning.Tunings;
import io.tutti.world.KeptRecords;
import io.tutti.world.Places;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All that a capability is given from outside.
 *
 * @param servers the way to servers
 * @param acting keeps other controllers from them while something is done
 * @param flavors the plugins
 * @param replica the login of replicas on their sources
 */
public record Ports(
    Servers servers,
    ActingLocks acting,
    FlavorCatalogue flavors,
    Optional<Credentials> replica,
    Known known,
    Stored stored,
    InstantSource clock,
    Pauses pauses) {

  /**
   * What is known now.
   *
   * @param topology as it was observed
   * @param world the same, with the controller's own records
   * @param answers whether a server answered when it was asked last
   * @param tags what people said of a server, by the names of the tags
   * @param aliases how people call clusters
   * @param receivers hears of receivers that were asked to connect anew
   * @param places what goes by the places of sources
   */
  public record Known(
      Supplier<TopologySnapshot> topology,
      Supplier<WorldView> world,
      Predicate<InstanceAddress> answers,
      Function<InstanceAddress, SortedMap<String, String>> tags,
      Supplier<ClusterAliases> aliases,
      Receivers receivers,
      Places places) {

    /** Hears of a receiver that was asked to connect to its source anew. */
    @FunctionalInterface
    public interface Receivers {
      Receivers UNHEARD = (replica, channel, connected) -> {};

      /**
       * @param connected whether it did, so that its source has answered it
       */
      void asked(InstanceAddress replica, String channel, boolean connected);
    }

    /** Where people call no cluster otherwise. */
    public Known(
        Supplier<TopologySnapshot> topology,
        Supplier<WorldView> world,
        Predicate<InstanceAddress> answers,
        Function<InstanceAddress, SortedMap<String, String>> tags) {
      this(
          topology,
          world,
          answers,
          tags,
          () -> new ClusterAliases(new TreeMap<>()),
          Receivers.UNHEARD,
          Places.UNNAMED);
    }
  }

  /**
   * What is kept.
   *
   * @param records the controller's own; what was written is in the next view of the world
   * @param reports of hosts, about their boots
   * @param tunings what was measured of replicas
   * @param operations the newest first, so many at most
   */
  public record Stored(
      KeptRecords records,
      FleetStore fleet,
      BootReports reports,
      AuditLog audit,
      Tunings tunings,
      IntFunction<List<Operation>> operations) {

    /** Without operations. */
    public Stored(
        KeptRecords records,
        FleetStore fleet,
        BootReports reports,
        AuditLog audit,
        Tunings tunings) {
      this(records, fleet, reports, audit, tunings, atMost -> List.of());
    }
  }

  public Supplier<TopologySnapshot> topology() {
    return known.topology();
  }

  public Supplier<WorldView> world() {
    return known.world();
  }

  public KeptRecords records() {
    return stored.records();
  }
}
