package io.tutti.topology;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.List;
import java.util.Optional;

/**
 * Errant transactions: those that a replica wrote itself, and that its source never had. They came
 * over no channel, so they show nothing of what the source wrote. Pure.
 *
 * <ol>
 *   <li>With UUIDs: what it executed under its own UUID, less what the source has executed and what
 *       was received over any channel. Exact.
 *   <li>With domains: the newest of each domain that it logged under its own server id, unless the
 *       source logged it, or may have replicated it before. One that the source may have had is not
 *       reported: positions do not show what they have outrun.
 *   <li>One that assigns GTIDs to what its source writes without any (MySQL from 8.0.23 on) shows
 *       none: what came from there bears its names, too.
 *   <li>Where either was not read, or both have the same server id in the domain family, nobody
 *       knows.
 * </ol>
 *
 * A replica that was a source before has transactions of its own, too: its source has those.
 */
public final class Errant {
  private Errant() {}

  /**
   * @param replica as it was read last
   * @param source the one that it replicates from, directly; as it was read last
   * @return empty when it has none; absent where transactions bear no names
   */
  public static Observed<GtidSet> of(InstanceState replica, InstanceState source) {
    return replica
        .gtid()
        .executed()
        .flatMap(executed ->
            switch (executed) {
              case MySqlGtidSet names -> ofUuids(replica, names, source);
              case MariaDbGtidSet position -> ofDomains(replica, position, source);
            });
  }

  private static Observed<GtidSet> ofUuids(
      InstanceState replica, MySqlGtidSet executed, InstanceState source) {
    if (executed.isEmpty() && replica.gtid().mode().is("OFF")) {
      return Observed.absent("gtid_mode is OFF on %s".formatted(replica.address()));
    }
    if (givesNames(replica, source)) {
      return Observed.absent(
          "%s gives GTIDs to what %s writes without any, so its own cannot be distinguished"
              .formatted(replica.address(), source.address()));
    }
    if (!(replica.identity().serverUuid() instanceof Observed.Known<String>(String uuid))) {
      return Observed.unknown("the server_uuid of %s is not known".formatted(replica.address()));
    }
    Optional<GtidSet> own = from(executed, uuid);
    if (own.isEmpty()) {
      return Observed.known(MySqlGtidSet.EMPTY);
    }
    GtidSet left = own.get();
    for (GtidSet retrieved : retrieved(replica)) {
      left = left.minus(retrieved);
    }
    return lackedBy(source, left);
  }

  /**
   * A server with gtid_mode ON replicates from one that writes no GTIDs only where its channel
   * assigns some (ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS).
   */
  private static boolean givesNames(InstanceState replica, InstanceState source) {
    Observed<String> above = source.gtid().mode();
    return replica.gtid().mode().is("ON") && (above.is("OFF") || above.is("OFF_PERMISSIVE"));
  }

  /** Of what another server wrote first, that which a source never had. */
  public static Observed<GtidSet> lackedBy(InstanceState source, GtidSet own) {
    return source
        .gtid()
        .executed()
        .flatMap(theirs ->
            switch (own) {
              case MySqlGtidSet names ->
                  theirs instanceof MySqlGtidSet
                      ? Observed.known(names.minus(theirs))
                      : ofAnotherFamily(source);
              case MariaDbGtidSet newest ->
                  theirs instanceof MariaDbGtidSet position
                      ? Observed.known(notOf(source.gtid(), position, newest))
                      : ofAnotherFamily(source);
            });
  }

  private static Optional<GtidSet> from(MySqlGtidSet executed, String uuid) {
    return executed.origins().stream()
        .filter(uuid::equalsIgnoreCase)
        .<GtidSet>map(executed::from)
        .findFirst();
  }

  private static List<GtidSet> retrieved(InstanceState replica) {
    return replica.knownChannels().stream()
        .flatMap(channel -> channel.receiver().retrieved().asOptional().stream())
        .toList();
  }

  private static Observed<GtidSet> ofDomains(
      InstanceState replica, MariaDbGtidSet executed, InstanceState source) {
    Observed<Long> id = replica.identity().serverId();
    if (!(id instanceof Observed.Known<Long>(Long server))
        || id.equals(source.identity().serverId())) {
      return Observed.unknown("the server_id of %s is not its own".formatted(replica.address()));
    }
    MariaDbGtidSet logged =
        replica.gtid().logged() instanceof Observed.Known<GtidSet>(MariaDbGtidSet all)
            ? all
            : executed;
    MariaDbGtidSet own = logged.writtenBy(server);
    return own.isEmpty() ? Observed.known(own) : lackedBy(source, own);
  }

  private static GtidSet notOf(GtidState source, MariaDbGtidSet executed, MariaDbGtidSet own) {
    MariaDbGtidSet errant = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : own.gtids()) {
      if (!executed.containsGtid(each) || isProvedAbsent(source, each)) {
        errant = errant.with(each);
      }
    }
    return errant;
  }

  /** Its position has outrun that number: what it logged and replicated may still show. */
  private static boolean isProvedAbsent(GtidState source, MariaDbGtid gtid) {
    if (!(source.logged() instanceof Observed.Known<GtidSet>(MariaDbGtidSet logged))
        || !(source.replicated() instanceof Observed.Known<GtidSet>(MariaDbGtidSet replicated))) {
      return false;
    }
    boolean hasLogged = MariaDbGtidSet.of(gtid).notLoggedIn(logged).isEmpty();
    boolean hasLoggedEarlier =
        logged.gtids().stream()
            .anyMatch(each ->
                each.domain() == gtid.domain()
                    && each.server() == gtid.server()
                    && each.sequence() < gtid.sequence());
    return !hasLogged && (hasLoggedEarlier || !replicated.containsGtid(gtid));
  }

  private static Observed<GtidSet> ofAnotherFamily(InstanceState source) {
    return Observed.unknown("the GTIDs of %s are of another family".formatted(source.address()));
  }
}
