package io.tutti.simulation;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads the binlogs of a simulated server as over the replication protocol. */
record SimulatedBinlogs(SimulatedClient client) implements BinlogReader {
  private static OrchestratorException unreadable(SimulatedServer server, Object what) {
    return new OrchestratorException(
        ErrorCode.BINLOG_UNREADABLE,
        server.address().toString(),
        "%s has nothing at %s.".formatted(server.address(), what),
        List.of("look at its binlogs"));
  }

  private static Optional<Logged> find(SimulatedServer server, LoggedTransaction wanted) {
    return server.binlog().transactions().stream()
        .filter(each -> each.begin().equals(wanted.begin()))
        .findFirst();
  }

  private static RowChange row(Transaction transaction) {
    return new RowChange(
        RowChange.Kind.INSERT,
        transaction.schema() + ".t",
        List.of(),
        List.of(new RowChange.Cell("id", Long.toString(transaction.row()))));
  }

  private static WrittenTransaction written(Logged logged) {
    Transaction transaction = logged.transaction();
    return new WrittenTransaction(
        transaction.gtid(),
        logged.begin(),
        transaction.serverId(),
        transaction.at().truncatedTo(ChronoUnit.SECONDS),
        List.of(),
        List.of(row(transaction)),
        0,
        List.of(),
        Optional.empty());
  }

  @Override
  public void readRows(
      LoggedTransaction transaction, long serverId, Consumer<RowChange> each, Deadline deadline) {
    each.accept(readTransaction(transaction, deadline).changes().getFirst());
  }

  @Override
  public Observed<Instant> processBegunWith(String log, Deadline deadline) {
    SimulatedServer server = client.server();
    return server.binlog().isFirstOfProcess(log)
        ? begunAt(log, deadline)
        : Observed.absent("its process goes on with it");
  }

  @Override
  public Observed<Instant> begunAt(String log, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                server
                    .binlog()
                    .begun(log)
                    .map(at -> Observed.known(at.truncatedTo(ChronoUnit.SECONDS)))
                    .orElseThrow(() -> unreadable(server, log)));
  }

  @Override
  public Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                Optional.of(
                        server
                            .binlog()
                            .executedBefore(place)
                            .orElseThrow(() -> unreadable(server, place)))
                    .filter(set -> !set.isEmpty()));
  }

  @Override
  public WrittenTransaction readTransaction(LoggedTransaction transaction, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                written(
                    find(server, transaction).orElseThrow(() -> unreadable(server, transaction))));
  }

  @Override
  public void readTransactions(
      String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each, Deadline deadline) {
    SimulatedServer server = client.server();
    List<Logged> all = client.world().ask(server, () -> server.binlog().transactions());
    all.stream()
        .filter(one ->
            one.begin().relationTo(BinlogPosition.firstOf(file)).isAtOrAfter()
                && wanted.test(new Head(one.transaction().gtid(), one.transaction().serverId())))
        .map(SimulatedBinlogs::written)
        .forEach(each);
  }
}
