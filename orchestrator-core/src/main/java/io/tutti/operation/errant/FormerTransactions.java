package io.tutti.operation.errant;

import io.tutti.binlog.BinlogReader.Head;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.ReplicaBinlog;
import io.tutti.operation.errant.ErrantReport.Transaction;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.NotProved;
import io.tutti.spi.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server that was a source has, and who has its place lacks, with the rows, as its own
 * binlogs show them.
 *
 * @param former read before the other one
 * @param source who has its place
 */
public record FormerTransactions(Servers servers, InstanceState former, InstanceState source) {
  private static final int ROWS_MAX = 20;

  /** All of it; by domains the newest of each. */
  public Observed<GtidSet> names() {
    return NotProved.at(source, former);
  }

  /**
   * The first of them, one by one, in the order of its binlog.
   *
   * @param max more are counted only
   */
  public ErrantReport read(int max, Deadline deadline) {
    List<Transaction> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (names().asOptional().filter(names -> !names.isEmpty()).isPresent()) {
      list(max, found, notes, deadline);
    }
    return new ErrantReport(former.address(), source.address(), names(), found, notes);
  }

  private void list(int max, List<Transaction> found, List<String> notes, Deadline deadline) {
    int[] more = {0};
    try (Session session = servers.open(former.address(), deadline)) {
      String file = new ReplicaBinlog(session, former, deadline).firstWhere(this::isThere);
      session
          .binlog()
          .readTransactions(
              file,
              this::isLacked,
              each -> {
                if (found.size() < max) {
                  found.add(transaction(each));
                } else {
                  more[0]++;
                }
              },
              deadline);
    } catch (OrchestratorException e) {
      notes.add("Its binlogs cannot be read: %s".formatted(e.observed()));
    }
    if (more[0] > 0) {
      notes.add("%d of %d are listed.".formatted(found.size(), found.size() + more[0]));
    }
  }

  private boolean isThere(GtidSet before) {
    return NotProved.at(source, before).asOptional().filter(GtidSet::isEmpty).isPresent();
  }

  private boolean isLacked(Head head) {
    return head.gtid()
        .flatMap(FormerTransactions::alone)
        .filter(each -> !isThere(each))
        .isPresent();
  }

  private static Optional<GtidSet> alone(Gtid gtid) {
    return switch (gtid) {
      case MySqlGtid name -> Optional.of(MySqlGtidSet.of(name));
      case MariaDbGtid name -> Optional.of(MariaDbGtidSet.of(name));
    };
  }

  private Transaction transaction(WrittenTransaction written) {
    boolean isOwn = former.identity().serverId().is(written.serverId());
    return new Transaction(
        written.gtid().map(Gtid::toString).orElse(""),
        "%s at %s."
            .formatted(
                isOwn
                    ? "Written on %s itself".formatted(former.address())
                    : "Written on the server with server_id %d, and %s has it"
                        .formatted(written.serverId(), former.address()),
                written.at()),
        Observed.known(lines(written)));
  }

  /** What it does, as far as it is shown. */
  public static List<String> lines(WrittenTransaction written) {
    List<String> lines = new ArrayList<>(written.statements());
    written.changes().stream().limit(ROWS_MAX).map(RowChange::toString).forEach(lines::add);
    long more = written.changesMore() + Math.max(0, written.changes().size() - ROWS_MAX);
    if (more > 0) {
      lines.add("%d rows more.".formatted(more));
    }
    written.trouble().ifPresent(lines::add);
    if (lines.isEmpty()) {
      lines.add("It changes nothing.");
    }
    return lines;
  }
}
