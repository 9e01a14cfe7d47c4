package io.tutti.cli.render;

import io.tutti.api.BinlogAnalysisView.HotRowView;
import io.tutti.api.BinlogAnalysisView.RowsView;
import java.util.ArrayList;
import java.util.List;

/** What is changed, where rows were looked into. */
final class BinlogRows {
  private static final int LISTED_MAX = 12;

  private BinlogRows() {}

  static List<Line> of(RowsView rows, long transactions, Listing.Extent extent) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.add(Line.of("Rows", Tone.STRONG));
    lines.add(
        Line.of(
            "  %s; half of the transactions that change any change at most %d, the largest %s"
                .formatted(
                    BinlogPage.count(rows.rows()),
                    rows.perTransaction().p50(),
                    BinlogPage.count(rows.perTransaction().max()))));
    lines.add(
        Line.of(
            "  in tables without a key: "
                + BinlogPage.part(rows.keylessTransactions(), transactions)
                + " of the transactions"
                + named(rows.keylessTables())));
    if (rows.unknownTransactions() > 0) {
      lines.add(
          Line.of(
              "  in tables of which no key is known: "
                  + BinlogPage.part(rows.unknownTransactions(), transactions)
                  + named(rows.unknownTables())));
      lines.add(Line.of("  the log does not say their keys: --keys gives them", Tone.DIM));
    }
    if (!rows.unreadableTables().isEmpty()) {
      lines.add(Line.of("  with values of an unknown kind" + named(rows.unreadableTables())));
    }
    hot(rows, lines, extent);
    return lines;
  }

  private static String named(List<String> tables) {
    if (tables.isEmpty()) {
      return "";
    }
    String more =
        tables.size() > LISTED_MAX ? " and %d more".formatted(tables.size() - LISTED_MAX) : "";
    return ": " + String.join(", ", tables.stream().limit(LISTED_MAX).toList()) + more;
  }

  private static void hot(RowsView rows, List<Line> lines, Listing.Extent extent) {
    List<HotRowView> hot = rows.hot();
    if (hot.isEmpty()) {
      lines.add(Line.of("  " + noHotRow(rows)));
      return;
    }
    Table table = new Table().titles("  CHANGED MOST OFTEN", "KEY", "TRANSACTIONS");
    hot.forEach(row ->
        table.row(
            Line.of("  " + row.table()),
            Line.of(row.key().map(String::valueOf).orElse("no number")),
            Line.of(BinlogPage.count(row.transactions()))));
    lines.addAll(table.lines(extent.columns()));
  }

  /** Rows can only be told apart by keys. */
  private static String noHotRow(RowsView rows) {
    boolean isAllKnown =
        rows.unknownTransactions() == 0
            && rows.keylessTransactions() == 0
            && rows.unreadableTables().isEmpty();
    return isAllKnown
        ? "no row is changed by more than two transactions"
        : "of the tables with known keys no row is changed by more than two transactions; of the"
            + " others it is not known";
  }
}
