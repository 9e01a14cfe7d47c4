package io.tutti.plugins.mysql;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
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

  private static final String PARENTS_KEY = "foreign-key-parents";

  private WrittenTables() {}

  /**
   * Tables that foreign keys refer to, by InnoDB's own dictionary: no table is opened for it.
   * INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS would show only tables that the account may touch,
   * and say nothing of the others.
   */
  static Question foreignKeyParents(ServerVersion version) {
    String table = version.isAtLeast(8, 0, 0) ? "INNODB_FOREIGN" : "INNODB_SYS_FOREIGN";
    return new Question(
        PARENTS_KEY,
        "SELECT … FROM information_schema." + table,
        "SELECT /*+ MAX_EXECUTION_TIME(500) */ COUNT(DISTINCT REF_NAME) AS parents FROM"
            + " information_schema."
            + table,
        "PROCESS ON *.*");
  }

  static Observed<TableCensus> of(Reading reading) {
    Observed<Row> reported = reading.answers().row(KEY, "no row");
    return reported instanceof Observed.Absent
        ? Observed.unknown("performance_schema is off, and only it shows which tables are written")
        : reported.map(row -> census(row, parents(reading)));
  }

  private static Observed<Long> parents(Reading reading) {
    return reading.answers().row(PARENTS_KEY, "no row").map(row -> row.number("parents").orElse(0));
  }

  private static TableCensus census(Row row, Observed<Long> parents) {
    String schemas = row.textOrEmpty("schemas_written");
    return new TableCensus(
        schemas.isEmpty() ? List.of() : List.of(schemas.split(SEPARATOR, -1)),
        row.number("tables_written").orElse(0),
        row.number("without_key").orElse(0),
        parents);
  }
}
