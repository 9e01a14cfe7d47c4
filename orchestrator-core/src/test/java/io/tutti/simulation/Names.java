package io.tutti.simulation;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.GtidState;
import io.tutti.model.Observed;
import java.util.Optional;
import java.util.UUID;

/** Which transactions one server counts as executed, by their names. */
final class Names {
  private final Naming naming;
  private final UUID uuid;
  private final long serverId;

  /** With UUIDs all that was executed; with domains what its binlogs name. */
  private GtidSet logged;

  /** With domains: what was replicated, which is kept with the rows. */
  private MariaDbGtidSet replicated = MariaDbGtidSet.EMPTY;

  private GtidSet purged;

  Names(Naming naming, UUID uuid, long serverId) {
    this.naming = naming;
    this.uuid = uuid;
    this.serverId = serverId;
    this.logged = naming.none();
    this.purged = naming.none();
  }

  /** The name of the next transaction that is written here. */
  Optional<Gtid> next(String schema) {
    return switch (naming) {
      case PLACES -> Optional.empty();
      case UUIDS -> Optional.of(MySqlGtid.of(uuid, nextNumber()));
      case DOMAINS -> {
        long domain = schema.equals("b") ? 2 : 0;
        long newest = newestOf(domain);
        yield Optional.of(new MariaDbGtid(domain, serverId, newest + 1));
      }
    };
  }

  private long nextNumber() {
    long number = 1;
    while (((MySqlGtidSet) logged).containsGtid(MySqlGtid.of(uuid, number))) {
      number++;
    }
    return number;
  }

  private long newestOf(long domain) {
    return ((MariaDbGtidSet) logged.union(replicated))
        .gtids().stream()
            .filter(each -> each.domain() == domain)
            .mapToLong(MariaDbGtid::sequence)
            .max()
            .orElse(0);
  }

  void written(Transaction transaction) {
    transaction.gtid().ifPresent(name -> logged = logged.with(name));
  }

  void applied(Transaction transaction, boolean isLogged) {
    if (transaction.gtid().isEmpty()) {
      return;
    }
    Gtid name = transaction.gtid().get();
    if (naming == Naming.DOMAINS) {
      replicated = moved(replicated, (MariaDbGtid) name);
    }
    if (naming == Naming.UUIDS || isLogged) {
      logged = logged.with(name);
    }
  }

  private static MariaDbGtidSet moved(MariaDbGtidSet position, MariaDbGtid to) {
    MariaDbGtidSet others = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : position.gtids()) {
      others = each.domain() == to.domain() ? others : others.with(each);
    }
    return others.with(to);
  }

  void skip(Gtid gtid) {
    if (naming == Naming.DOMAINS) {
      replicated = moved(replicated, (MariaDbGtid) gtid);
    } else {
      logged = logged.with(gtid);
    }
  }

  /** Somebody says that it has replicated all up to there. */
  void replicatedUpTo(MariaDbGtidSet position) {
    replicated = position;
  }

  boolean has(Transaction transaction) {
    return transaction.gtid().filter(executed()::containsGtid).isPresent();
  }

  /** Whether a replica that asks by its names has had it. */
  boolean hasReplicated(Transaction transaction) {
    GtidSet had = naming == Naming.DOMAINS ? replicated : logged;
    return transaction.gtid().filter(had::containsGtid).isPresent();
  }

  GtidSet executed() {
    return naming == Naming.DOMAINS ? ((MariaDbGtidSet) logged.union(replicated)).heads() : logged;
  }

  /** What the head of a new binlog shows. */
  GtidSet forHead() {
    return logged;
  }

  void wipe() {
    logged = naming.none();
    purged = naming.none();
  }

  void restore(GtidSet executed) {
    logged = logged.union(executed);
    purged = purged.union(executed);
  }

  void purgedBefore(GtidSet all) {
    purged = purged.union(all);
  }

  /** What is not kept with the rows is read from the binlogs when the server starts. */
  void recover(Binlog binlog) {
    GtidSet found = binlog.before();
    for (Logged each : binlog.transactions()) {
      if (each.transaction().gtid().isPresent()) {
        found = found.with(each.transaction().gtid().get());
      }
    }
    logged = found.union(naming == Naming.UUIDS ? purged : naming.none());
  }

  /** All that another server counts, as its copy does. */
  void become(Names other) {
    logged = other.logged;
    replicated = other.replicated;
    purged = other.logged;
  }

  GtidState read() {
    return switch (naming) {
      case UUIDS ->
          new GtidState(
              Observed.known("ON"),
              Observed.known(logged),
              Observed.absent("it is gtid_executed"),
              Observed.known(purged));
      case PLACES ->
          new GtidState(
              Observed.known("OFF"),
              Observed.known(logged),
              Observed.absent("it is gtid_executed"),
              Observed.known(purged));
      case DOMAINS ->
          new GtidState(
              Observed.known("lenient"),
              Observed.known(executed()),
              Observed.known(((MariaDbGtidSet) logged).heads()),
              Observed.absent("it keeps no purged set"),
              Observed.known(replicated),
              Observed.known(logged));
    };
  }
}
