package io.tutti.plugins.mysql;

import static java.util.Map.entry;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.GrantList;
import io.tutti.plugins.sql.Question;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import io.tutti.spi.LogReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an account needs for all readings of a release: what each of its questions says. */
record MySqlWatchingGrants(MySqlDialect dialect, ServerVersion version) {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          entry("XA_RECOVER_ADMIN ON *.*", "which transactions are prepared by XA"),
          entry(
              "PROCESS ON *.*",
              "which tables foreign keys refer to; what threads do, where performance_schema is off"),
          entry("SELECT ON mysql.slave_worker_info", "the position of each worker"),
          entry(
              "SELECT ON performance_schema.replication_connection_configuration",
              "heartbeat period of receivers"),
          entry(
              "SELECT ON performance_schema.replication_connection_status",
              "heartbeats that receivers have got"),
          entry(
              "SELECT ON performance_schema.replication_applier_status_by_worker",
              "workers, and lag by commit timestamps"),
          entry("SELECT ON performance_schema.persisted_variables", "what SET PERSIST keeps"),
          entry(
              "SELECT ON performance_schema.variables_info",
              "whether what keeps clients away was set since the start"),
          entry(
              "SELECT ON performance_schema.threads",
              "what workers do; dump threads; sessions of clients"),
          entry(
              "SELECT ON performance_schema.table_io_waits_summary_by_index_usage",
              "which tables are written, for advice"),
          entry(
              "SELECT ON performance_schema.error_log", "what the server logged around a restart"));

  /**
   * @param each all questions that are asked at each poll
   */
  List<AccountGrant> of(List<Question> each) {
    GrantList list = new GrantList();
    List<Question> questions = new ArrayList<>(each);
    questions.add(dialect.xaRecover(version));
    questions.add(WrittenTables.QUESTION);
    questions.add(WrittenTables.foreignKeyParents(version));
    dialect.errorLog(version, 0, 0).ifPresent(questions::add);
    for (Question question : questions) {
      for (String grant : question.grants()) {
        list.add(Need.WATCHING, grant, WORDS.getOrDefault(grant, question.title()));
      }
    }
    list.add(Need.WATCHING, dialect.grantForLogFiles(version), "SHOW BINARY LOGS");
    for (LogReader.Log log : LogReader.Log.values()) {
      list.add(
          Need.WATCHING,
          dialect.grantForEvents(version, log),
          "binlogs, to find out what a crash cost: so all that was written");
    }
    ReplicationGroup.grant(version)
        .ifPresent(grant -> list.add(Need.SOMETIMES, grant, "the state of a member of a group"));
    return list.grants();
  }
}
