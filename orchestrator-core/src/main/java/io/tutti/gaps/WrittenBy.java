package io.tutti.gaps;

import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.TouchedTables;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which tables a transaction writes, by the events that it consists of. Pure. */
public final class WrittenBy {
  /** {@code table_id: 70 (gap_a.t)}. */
  private static final Pattern TABLE = Pattern.compile("table_id: \\d+ \\((.+)\\)");

  /** What is no statement that writes. */
  private static final Pattern FRAME =
      Pattern.compile("(?is)(BEGIN|COMMIT|ROLLBACK|XA |SAVEPOINT |RELEASE |# Dum).*");

  private static final Set<String> LOADING = Set.of("Begin_load_query", "Execute_load_query");

  private WrittenBy() {}

  /** A statement without BEGIN, such as DDL, is committed by itself and writes no rows here. */
  public static TouchedTables of(ListedTransaction transaction) {
    Set<String> named = new TreeSet<>();
    boolean isBegun = transaction.events().stream().anyMatch(WrittenBy::begins);
    boolean others = false;
    for (LogEvent event : transaction.events()) {
      Matcher table = TABLE.matcher(event.info());
      if (event.type().equals("Table_map") && table.find()) {
        named.add(table.group(1));
      } else if (event.type().equals("Table_map")) {
        others = true;
      }
      others |= LOADING.contains(event.type());
      others |= isBegun && event.isQuery() && !FRAME.matcher(event.info()).matches();
    }
    return new TouchedTables(named, others);
  }

  private static boolean begins(LogEvent event) {
    return event.info().startsWith("BEGIN") || event.info().startsWith("XA START");
  }
}
