package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Rows;
import io.tutti.binlog.file.KeyUse;
import io.tutti.binlog.file.RowKeys;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.Transaction;
import java.util.List;
import java.util.stream.IntStream;

/** What is counted of rows, where they are looked into. */
final class RowCounts {
  private final TableNames names;
  private final KeyUse keys;
  private final HotRows hot = new HotRows();
  private final Spread perTransaction = new Spread();
  private long rows;
  private long keyless;
  private long unknown;

  RowCounts(TableNames names, KeyUse keys) {
    this.names = names;
    this.keys = keys;
  }

  void add(Transaction transaction) {
    RowKeys read = transaction.rowKeys();
    rows += read.rows();
    keyless += read.hasKeyless() ? 1 : 0;
    unknown += read.hasUnknown() ? 1 : 0;
    if (read.rows() > 0) {
      perTransaction.add(read.rows());
    }
    hot.add(read);
  }

  Rows report() {
    return new Rows(
        rows,
        perTransaction.report(),
        hot.report(names),
        keyless,
        tables(KeyUse.State.KEYLESS),
        unknown,
        tables(KeyUse.State.UNKNOWN),
        tables(KeyUse.State.UNREADABLE));
  }

  private List<String> tables(KeyUse.State state) {
    return IntStream.range(0, names.count())
        .filter(table -> keys.of(table) == state)
        .mapToObj(table -> Shares.text(names.name(table)))
        .toList();
  }
}
