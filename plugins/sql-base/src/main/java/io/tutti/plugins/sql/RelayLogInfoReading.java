package io.tutti.plugins.sql;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.RelayLogInfoReset;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Reads where an applier that refuses to start is, from the server's tables and the copies of them.
 */
final class RelayLogInfoReading {
  /** Between two readings of when one process was started, in seconds. */
  private static final long APART_MAX = 2;

  private RelayLogInfoReading() {}

  /**
   * @param asking a statement, and the grant that it needs
   */
  static RelayLogInfoReset.Progress of(BiFunction<String, String, Rows> asking, String grant) {
    Optional<Row> applier =
        asking
            .apply(
                "SELECT Master_log_name, Master_log_pos, Number_of_workers"
                    + " FROM mysql.slave_relay_log_info",
                grant)
            .first();
    return new RelayLogInfoReset.Progress(
        kept(asking, grant),
        applier
            .map(row ->
                Observed.known(
                    new BinlogPosition(
                        row.textOrEmpty("Master_log_name"),
                        row.number("Master_log_pos").orElse(0))))
            .orElse(Observed.absent("the server's replication was reset")),
        applier.map(row -> row.number("Number_of_workers").orElse(0)).orElse(0L));
  }

  private static Observed<Boolean> kept(BiFunction<String, String, Rows> asking, String grant) {
    Observed<Boolean> none = Observed.absent("there are no copies");
    boolean hasTable =
        asking
            .apply(
                "SELECT TABLE_NAME FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = 'tutti' AND TABLE_NAME = 'kept_process'",
                grant)
            .first()
            .isPresent();
    if (!hasTable) {
      return none;
    }
    return asking
        .apply(
            "SELECT CAST(ABS(started_at - (UNIX_TIMESTAMP() - VARIABLE_VALUE)) AS SIGNED) AS apart"
                + " FROM tutti.kept_process, information_schema.GLOBAL_STATUS"
                + " WHERE VARIABLE_NAME = 'UPTIME'",
            grant)
        .first()
        .map(row -> Observed.known(row.number("apart").orElse(Long.MAX_VALUE) <= APART_MAX))
        .orElse(none);
  }
}
