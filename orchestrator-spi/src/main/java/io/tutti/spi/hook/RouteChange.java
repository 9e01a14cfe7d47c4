package io.tutti.spi.hook;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent.About;
import io.tutti.spi.hook.HookPoint.Moment;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What an event means for what leads clients to the server that takes writes.
 *
 * <table>
 *   <caption>By event</caption>
 *   <tr><td>after a switchover, a failover, a resolve</td><td>{@link Lead} to the successor</td></tr>
 *   <tr><td>before a switchover, a failover</td><td>{@link Shut} the source</td></tr>
 *   <tr><td>before and after a fence</td><td>{@link Shut} the server</td></tr>
 *   <tr><td>aborted switchover, failover, fence; after an unfence</td><td>{@link Open} it</td></tr>
 * </table>
 *
 * All others mean nothing. Pure.
 */
public sealed interface RouteChange {

  /**
   * Clients that write are led to that server from now on.
   *
   * @param from where they were led to
   * @param isReader whether that one is a replica now, and fit to be read
   */
  record Lead(InstanceAddress from, InstanceAddress to, boolean isReader) implements RouteChange {
    @Override
    public String words() {
      return "lead clients that write to %s, no longer to %s".formatted(to, from);
    }
  }

  /**
   * No client is led to that server.
   *
   * @param isFenced whether what is under way there must end at once
   */
  record Shut(InstanceAddress server, boolean isFenced) implements RouteChange {
    @Override
    public String words() {
      return "lead no client to %s".formatted(server);
    }
  }

  /** Clients may be led to that server again. */
  record Open(InstanceAddress server) implements RouteChange {
    @Override
    public String words() {
      return "lead clients to %s again".formatted(server);
    }
  }

  /** For people: what is to be done. */
  String words();

  /** Empty for what means nothing to clients. */
  static Optional<RouteChange> of(HookPoint point, About about) {
    return about.instance().flatMap(server -> of(point, server, about.successor()));
  }

  private static Optional<RouteChange> of(
      HookPoint point, InstanceAddress server, Optional<InstanceAddress> successor) {
    Moment moment = point.moment();
    return switch (point.subject()) {
      case SWITCHOVER, FAILOVER ->
          switch (moment) {
            case BEFORE -> Optional.of(new Shut(server, false));
            case AFTER -> lead(point, server, successor);
            case ABORTED -> Optional.of(new Open(server));
          };
      case RESOLVE -> moment == Moment.AFTER ? lead(point, server, successor) : Optional.empty();
      case FENCE ->
          Optional.of(moment == Moment.ABORTED ? new Open(server) : new Shut(server, true));
      case UNFENCE -> moment == Moment.AFTER ? Optional.of(new Open(server)) : Optional.empty();
      case RELOCATION, ROLLOUT_WAVE, BACKUP_BEGIN, BACKUP_END, DETECTION -> Optional.empty();
    };
  }

  private static Optional<RouteChange> lead(
      HookPoint point, InstanceAddress server, Optional<InstanceAddress> successor) {
    return successor.map(
        to -> new Lead(server, to, point.subject() == HookPoint.Subject.SWITCHOVER));
  }

  /** All servers of which what there is now may name one; else it is somebody else's. */
  static Set<InstanceAddress> ours(About about) {
    Set<InstanceAddress> ours = new HashSet<>(about.members());
    ours.addAll(about.replicas());
    about.instance().ifPresent(ours::add);
    about.successor().ifPresent(ours::add);
    return Set.copyOf(ours);
  }
}
