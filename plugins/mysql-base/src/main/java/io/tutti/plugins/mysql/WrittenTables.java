package io.tutti.plugins.mysql;

import io.tutti.model.Observed;
import io.tutti.model.TableCensus;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.Row;
import java.util.List;

/**
 * Which tables were written since the server started, by performance_schema: no table is opened for
 * it and no lock is taken, its size is bounded by performance_schema_max_table_instances, and from
 * 5.7.8 on the server itself ends the statement when it takes too long.
 */
final class WrittenTables {
  private static final String KEY = "written-tables";
  private static final String TABLE = "performance_schema.table_io_waits_summary_by_index_usage";

  /** Rare in names of schemas; where one has it, two schemas are seen for one. */
  private static final String SEPARATOR = "/";

  static final Question QUESTION =
      new Question(
          KEY,
          "SELECT … FROM " + TABLE,
          "SELECT /*+ MAX_EXECUTION_TIME(500) */ COUNT(*) AS tables_written,"
              + " SUM(1 - has_key) AS without_key,"
              + " GROUP_CONCAT(DISTINCT OBJECT_SCHEMA SEPARATOR '"
              + SEPARATOR
              + "') AS schemas_written FROM (SELECT OBJECT_SCHEMA, OBJECT_NAME,"
              + " MAX(IFNULL(INDEX_NAME, '') = 'PRIMARY') AS has_key, SUM(COUNT_WRITE) AS writes"
              + " FROM "
              + TABLE
              + " WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA NOT IN"
              + " ('mysql', 'sys', 'performance_schema', 'information_schema')"
              + " GROUP BY OBJECT_SCHEMA, OBJECT_NAME HAVING writes > 0) AS written",
          "SELECT ON " + TABLE);

  private WrittenTables() {}

  static Observed<TableCensus> of(Reading reading) {
    Observed<Row> told = reading.answers().row(KEY, "no row");
    return told instanceof Observed.Absent
        ? Observed.unknown("performance_schema is off, which alone tells which tables are written")
        : told.map(WrittenTables::census);
  }

  private static TableCensus census(Row row) {
    String schemas = row.textOrEmpty("schemas_written");
    return new TableCensus(
        schemas.isEmpty() ? List.of() : List.of(schemas.split(SEPARATOR, -1)),
        row.number("tables_written").orElse(0),
        row.number("without_key").orElse(0));
  }
}
