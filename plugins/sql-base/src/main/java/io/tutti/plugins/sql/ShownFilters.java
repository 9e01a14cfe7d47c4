package io.tutti.plugins.sql;

import io.tutti.model.ReplicationFilter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The filters that a server shows beside its channels and its binlog's end, as settings: filters of
 * MySQL are no system variables, and those of MariaDB are variables that can hang.
 *
 * <p>From 8.0 each row of SHOW REPLICA STATUS has the filters of its own channel, which is what
 * performance_schema.replication_applier_filters holds, too. {@code Replicate_Rewrite_DB} is not
 * shown by 5.6, nor by MariaDB before 10.11.
 */
final class ShownFilters {
  private static final List<String> OF_A_CHANNEL =
      List.of(
          "Replicate_Do_DB",
          "Replicate_Ignore_DB",
          "Replicate_Do_Table",
          "Replicate_Ignore_Table",
          "Replicate_Wild_Do_Table",
          "Replicate_Wild_Ignore_Table",
          "Replicate_Rewrite_DB",
          "Replicate_Ignore_Server_Ids",
          "Replicate_Do_Domain_Ids",
          "Replicate_Ignore_Domain_Ids");

  private static final List<String> OF_THE_BINLOG = List.of("Binlog_Do_DB", "Binlog_Ignore_DB");

  private ShownFilters() {}

  static Map<String, String> of(Reading reading) {
    Map<String, String> shown = new TreeMap<>();
    reading
        .rows(SharedQuestions.REPLICA_STATUS)
        .asOptional()
        .ifPresent(rows -> {
          for (Row row : rows.all()) {
            String channel = row.textOrEmpty("Channel_Name", "Connection_name");
            OF_A_CHANNEL.forEach(label -> add(shown, channel, label, row.textOrEmpty(label)));
          }
        });
    reading
        .rows(SharedQuestions.BINLOG_POSITION)
        .asOptional()
        .flatMap(Rows::first)
        .ifPresent(
            row -> OF_THE_BINLOG.forEach(label -> add(shown, "", label, row.textOrEmpty(label))));
    return shown;
  }

  private static void add(Map<String, String> shown, String channel, String label, String value) {
    if (!value.isBlank()) {
      String name = label.toLowerCase(Locale.ROOT);
      shown.put(new ReplicationFilter(channel, name, value).settingName(), value);
    }
  }
}
