package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import io.tutti.spi.LogReader.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a transaction does, as far as the list of its events shows: which statements, and how many
 * row events of which kind in which tables. The one place where content is made. Pure.
 *
 * @param lines for people
 * @param tables that it writes rows to, as {@code schema.table}; none of a statement's
 */
public record TransactionContent(List<String> lines, SortedSet<String> tables) {
  /** {@code table_id: 108 (shop.orders)}. */
  private static final Pattern TABLE = Pattern.compile("table_id: (\\d+) \\((.+)\\)");

  private static final Pattern ROWS = Pattern.compile("table_id: (\\d+).*", Pattern.DOTALL);

  /** Longer statements are cut: the audit is no dump. */
  private static final int STATEMENT_MAX = 500;

  public TransactionContent {
    lines = List.copyOf(lines);
    tables = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(tables));
  }

  public static TransactionContent of(ListedTransaction listed) {
    List<String> statements = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    Map<String, Integer> rowEvents = new LinkedHashMap<>();
    SortedSet<String> tables = new TreeSet<>();
    for (LogEvent event : listed.events()) {
      Matcher table = TABLE.matcher(event.info());
      if (event.type().equals("Table_map") && table.matches()) {
        names.put(table.group(1), table.group(2));
        tables.add(table.group(2));
      } else if (writes(event).isEmpty()) {
        statement(event, statements);
      } else {
        Matcher rows = ROWS.matcher(event.info());
        String name = rows.matches() ? names.getOrDefault(rows.group(1), "?") : "?";
        rowEvents.merge(writes(event) + " " + name, 1, Integer::sum);
      }
    }
    List<String> lines = new ArrayList<>(statements);
    rowEvents.forEach((what, count) ->
        lines.add(count == 1 ? what + "." : "%s, %d events.".formatted(what, count)));
    if (lines.isEmpty()) {
      lines.add("It changes nothing.");
    }
    return new TransactionContent(lines, tables);
  }

  /** The word for a row event; empty for what is none. */
  private static String writes(LogEvent event) {
    return event.type().startsWith("Write_rows")
        ? "Inserts into"
        : event.type().startsWith("Update_rows")
            ? "Updates rows of"
            : event.type().startsWith("Delete_rows") ? "Deletes from" : "";
  }

  private static void statement(LogEvent event, List<String> statements) {
    String info = event.info().strip();
    boolean isFrame =
        info.isEmpty()
            || info.equals("BEGIN")
            || info.equals("COMMIT")
            || info.startsWith("XA START")
            || info.startsWith("XA END");
    switch (event.type()) {
      case "Query", "Query_compressed" -> {
        if (!isFrame) {
          statements.add("Statement: " + cut(info));
        }
      }
      case "Rows_query", "Annotate_rows" -> statements.add("Was written as: " + cut(info));
      case "Execute_load_query" -> statements.add("Statement: " + cut(info));
      default -> {
        // The frame of the transaction, or a value that a statement uses.
      }
    }
  }

  private static String cut(String text) {
    return text.length() <= STATEMENT_MAX
        ? text
        : text.substring(0, STATEMENT_MAX) + "… (%d characters)".formatted(text.length());
  }
}
