package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.spi.ApplierWait;
import io.tutti.spi.ApplierWaits;
import io.tutti.spi.Deadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads what appliers waited for from a table with a row for each channel. */
public final class SqlApplierWaits implements ApplierWaits {
  private static final int NO_SUCH_TABLE = 1146;

  private final Table table;
  private final ControlSession session;

  /**
   * The table.
   *
   * @param grant that lets an account see it
   * @param remedy what makes it appear
   * @param reasons by the beginning of two columns, which end in {@code _COUNT} and, in
   *     nanoseconds, {@code _SUM_TIME}
   */
  public record Table(String name, String grant, String remedy, Map<String, String> reasons) {
    public Table {
      reasons = Collections.unmodifiableMap(new TreeMap<>(reasons));
    }

    private Question question(String channel) {
      String columns =
          reasons.keySet().stream()
              .map(each -> each + "_COUNT, " + each + "_SUM_TIME")
              .collect(Collectors.joining(", "));
      return new Question(
          "applier-waits",
          "SELECT … FROM " + name,
          "SELECT %s FROM %s WHERE CHANNEL_NAME = %s"
              .formatted(columns, name, SqlNames.quoted(channel)),
          grant);
    }

    private List<ApplierWait> waits(Row row) {
      return reasons.entrySet().stream()
          .map(each ->
              new ApplierWait(
                  each.getValue(),
                  row.number(each.getKey() + "_COUNT").orElse(0),
                  Duration.ofNanos(row.number(each.getKey() + "_SUM_TIME").orElse(0))))
          .toList();
    }
  }

  SqlApplierWaits(Table table, ControlSession session) {
    this.table = table;
    this.session = session;
  }

  @Override
  public Observed<List<ApplierWait>> read(String channel, Deadline deadline) {
    try {
      return session
          .run(table.question(channel), deadline, "Nothing was changed.")
          .first()
          .map(row -> Observed.known(table.waits(row)))
          .orElse(Observed.absent("the server shows no such channel"));
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.MISSING_PRIVILEGE) {
        return Observed.unknown(e.observed());
      }
      if (e.getCause() instanceof SQLException sql && sql.getErrorCode() == NO_SUCH_TABLE) {
        return Observed.absent(table.remedy());
      }
      throw e;
    }
  }
}
