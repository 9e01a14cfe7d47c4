package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.crash.LostWrites.Replaced;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.LogReader.LogFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the names that a server has given to other transactions since its restart: what both
 * binlogs hold under the same name is compared.
 */
record ReusedNames(Servers servers, RestartReport report, ReportRoom room) {
  /** The first that a server writes after its restart are those whose names it may reuse. */
  private static final int COMPARED_MAX = 2_000;

  List<Replaced> read(ReplicaBinlog replica, List<String> notes) {
    Map<Gtid, WrittenTransaction> written;
    ReportRoom own = new ReportRoom();
    List<Gtid> left = new ArrayList<>();
    try (Session session = servers.open(report.address(), replica.deadline())) {
      Optional<String> first = firstOfProcess(session, replica);
      if (first.isEmpty()) {
        if (report.before().isKnown()) {
          notes.add(
              "Whether GTIDs were used again is not known, as it is not known which logs are of the"
                  + " process that runs now.");
        }
        return List.of();
      }
      written = new LinkedHashMap<>();
      session
          .binlog()
          .readTransactions(
              first.get(),
              head -> head.gtid().isPresent() && written.size() < COMPARED_MAX && left.isEmpty(),
              transaction -> {
                Gtid gtid = transaction.gtid().orElseThrow();
                if (own.keeps(transaction)) {
                  written.put(gtid, transaction);
                } else {
                  left.add(gtid);
                }
              },
              replica.deadline());
    } catch (OrchestratorException e) {
      notes.add("Whether GTIDs were used again is not known: " + e.observed());
      return List.of();
    }
    left.forEach(gtid ->
        notes.add(
            "Whether %s and later GTIDs were used again is not known: there is too much to compare."
                .formatted(gtid)));
    return written.isEmpty() ? List.of() : compare(replica, written);
  }

  /** The first binlog of the process that runs now. */
  private Optional<String> firstOfProcess(Session session, ReplicaBinlog replica) {
    return report
        .end()
        .asOptional()
        .flatMap(end ->
            session.logs().files(replica.deadline()).stream()
                .map(LogFile::name)
                .filter(name ->
                    new BinlogPosition(name, 0).relationTo(new BinlogPosition(end.log(), 0))
                        == BinlogPosition.Relation.AFTER)
                .findFirst());
  }

  private List<Replaced> compare(ReplicaBinlog replica, Map<Gtid, WrittenTransaction> written) {
    List<Replaced> replaced = new ArrayList<>();
    replica.read(
        replica.firstWhere(before -> written.keySet().stream().noneMatch(before::containsGtid)),
        head -> head.gtid().filter(written::containsKey).isPresent(),
        transaction -> {
          WrittenTransaction other = written.get(transaction.gtid().orElseThrow());
          if (other != null && !doTheSame(transaction, other) && room.keeps(transaction)) {
            replaced.add(new Replaced(transaction, other));
          }
        });
    return replaced;
  }

  private static boolean doTheSame(WrittenTransaction one, WrittenTransaction other) {
    return one.statements().equals(other.statements())
        && one.changes().equals(other.changes())
        && one.changesMore() == other.changesMore();
  }
}
