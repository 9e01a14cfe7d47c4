package io.tutti.binlog.simulate;

import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.KeyUse;
import io.tutti.binlog.file.LogSequence;
import io.tutti.binlog.file.Naming;
import io.tutti.binlog.file.RowKeys;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.Transaction;
import io.tutti.binlog.file.TransactionHead;
import io.tutti.binlog.file.TransactionReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Takes transactions out of files, up to a number, so that memory is bounded. */
public final class WorkloadReader {
  /** Keys of rows that are kept; transactions behind them are not taken. */
  private static final long KEYS_MAX = 4_000_000;

  private final TableKeys keys;
  private final int countMax;
  private final List<Work> all = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();
  private final Map<String, Integer> schemas = new HashMap<>();
  private final Map<Long, Integer> domains = new HashMap<>();
  private Optional<TransactionReader> reader = Optional.empty();
  private int log = -1;
  private long kept;
  private boolean isCut;
  private boolean isMariaDb;
  private boolean isClocked;

  private WorkloadReader(TableKeys keys, int countMax) {
    this.keys = keys;
    this.countMax = countMax;
  }

  /**
   * Reads files in their order. One that cannot be read to its end is read as far as it can be.
   *
   * @param countMax so many transactions at most, from the first on
   * @throws BinlogException when none can be read at all
   */
  public static Workload read(List<Path> files, TableKeys keys, int countMax) throws IOException {
    return read(LogSequence.ofFiles(files, false), keys, countMax);
  }

  /** The same with logs of any kind. */
  public static Workload read(LogSequence logs, TableKeys keys, int countMax) throws IOException {
    WorkloadReader reading = new WorkloadReader(keys, countMax);
    Optional<BinlogException> first = Optional.empty();
    boolean isMore = true;
    while (isMore && !reading.isCut) {
      try {
        isMore = reading.readNext(logs);
      } catch (BinlogException e) {
        reading.unread.add(e.trouble().toString());
        first = first.isEmpty() ? Optional.of(e) : first;
      }
    }
    if (reading.reader.isEmpty() && first.isPresent()) {
      throw first.get();
    }
    return reading.workload();
  }

  /** Whether there was another log. */
  private boolean readNext(LogSequence logs) throws IOException {
    Optional<BinlogFile> next = logs.next();
    if (next.isPresent()) {
      read(next.get(), logs);
    }
    return next.isPresent() && !logs.isEnough();
  }

  private void read(BinlogFile opened, LogSequence logs) throws IOException {
    try (BinlogFile file = opened) {
      isMariaDb |= file.format().isMariaDb();
      if (reader.isPresent()) {
        reader.get().enter(file);
      } else {
        reader =
            Optional.of(new TransactionReader(file, isMariaDb ? keys.withoutReferences() : keys));
      }
      TransactionReader transactions = reader.orElseThrow();
      while (!logs.isEnough() && transactions.next()) {
        if (!logs.takes(transactions.transaction())) {
          continue;
        }
        if (all.size() >= countMax || kept >= KEYS_MAX) {
          isCut = true;
          return;
        }
        add(transactions.transaction(), transactions.names());
      }
    }
  }

  private void add(Transaction read, TableNames names) {
    TransactionHead head = read.head();
    isClocked |= head.sequenceNumber() > 0;
    log += read.isFirstOfLog() || log < 0 ? 1 : 0;
    Work.Keys rows = rows(read);
    kept += rows.numbers().length;
    all.add(
        new Work(
            log,
            head.sequenceNumber(),
            head.lastCommitted(),
            read.session(),
            schemas(read, names),
            Math.max(read.rowKeys().rows(), read.rowEvents()),
            read.statements(),
            read.ranSeconds(),
            read.bytes(),
            read.isDdl(),
            rows,
            group(head)));
  }

  private static Work.Keys rows(Transaction read) {
    RowKeys rows = read.rowKeys();
    return rows.rows() == 0 && !rows.isCut() && !rows.hasUnknown()
        ? Work.Keys.NONE
        : new Work.Keys(
            rows.numbers(),
            !rows.isCut(),
            rows.hasKeyless(),
            rows.hasUnknown(),
            rows.hasReferenced());
  }

  /** None where one of them is not known: a statement without a default schema. */
  private int[] schemas(Transaction read, TableNames names) {
    int[] found =
        IntStream.range(0, read.tableCount())
            .map(index -> schema(names.name(read.table(index)).schema()))
            .distinct()
            .toArray();
    return IntStream.of(found).anyMatch(each -> each < 0) ? new int[0] : found;
  }

  private int schema(String name) {
    int next = schemas.size();
    return name.isEmpty() ? -1 : schemas.computeIfAbsent(name, key -> next);
  }

  private Work.Group group(TransactionHead head) {
    if (head.naming() != Naming.MARIADB_GTID) {
      return Work.Group.NONE;
    }
    int next = domains.size();
    return new Work.Group(
        domains.computeIfAbsent(head.domain(), key -> next),
        head.commitId(),
        head.isMarkedDdl(),
        head.isTransactional(),
        head.isParallelAllowed(),
        head.hasWaited());
  }

  private Workload workload() {
    return new Workload(
        all,
        isMariaDb,
        isClocked,
        isCut,
        tables(KeyUse.State.KEYLESS),
        Stream.of(KeyUse.State.UNKNOWN, KeyUse.State.UNREADABLE)
            .flatMap(state -> tables(state).stream())
            .toList(),
        unread);
  }

  private List<String> tables(KeyUse.State state) {
    return reader
        .map(each ->
            IntStream.range(0, each.names().count())
                .filter(table -> each.keyUse().of(table) == state)
                .mapToObj(table -> each.names().name(table))
                .map(name -> name.schema() + "." + name.table())
                .toList())
        .orElse(List.of());
  }
}
