package io.tutti.plugins.sql;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The statements that all flavors share, and the keys under which a {@link Dialect} asks those that
 * differ in spelling only.
 */
public final class SharedQuestions {
  /** {@code SELECT @@global.…}: the settings; made by {@link LearnedVariables}. */
  public static final String SETTINGS = "settings";

  /** {@code SHOW GLOBAL STATUS}. */
  public static final String COUNTERS = "counters";

  /** {@code SHOW MASTER STATUS} or its successor: File, Position. */
  public static final String BINLOG_POSITION = "binlog-position";

  /** {@code SHOW SLAVE STATUS} or its successors, one row for each channel. */
  public static final String REPLICA_STATUS = "replica-status";

  /** {@code SHOW SLAVE HOSTS} or its successor. */
  public static final String REGISTERED_REPLICAS = "registered-replicas";

  /** Dump threads: columns ID, HOST. */
  public static final String DUMP_THREADS = "dump-threads";

  /** Replication threads of this server: columns ID, COMMAND, STATE, TIME. */
  public static final String REPLICATION_THREADS = "replication-threads";

  /**
   * Sessions whose statement has been in its commit, or ran, for some seconds: columns ID, STATE.
   * Asked only while the server does not say where its binlog ends.
   */
  public static final String COMMITTING = "committing";

  /** What the server logged last of its binlog's full disk: column line. Asked as the others. */
  public static final String NO_ROOM = "no-room";

  static final String HEARTBEAT_PREFIX = "heartbeat ";

  /**
   * Variables that may hang, see {@link Dialect#hangingVariables}: columns named as the variables.
   * While it has no answer they are missing in the settings.
   */
  public static final String HANGING_SETTINGS = "hanging-settings";

  /** What the server keeps for its next start: columns name, value. */
  public static final String PERSISTED = "persisted-settings";

  /** Variables that keep clients away, and were set since the server started: column name. */
  public static final String SET_SINCE_START = "set-since-start";

  /** Transactions that are prepared by XA, as XA RECOVER shows them. */
  public static final String XA_RECOVER = "xa-recover";

  /** A commit that is through sooner waits for nothing. */
  public static final int COMMITTING_SECONDS_MIN = 5;

  /**
   * What servers show of a session that is in its commit, leaders and those that wait for them: 5.7
   * and MariaDB 10.2, MySQL 8.0 and later, MariaDB; MariaDB 11.4 where its disk is full.
   */
  public static final Set<String> IN_COMMIT =
      Set.of(
          "query end", "waiting for handler commit", "Commit", "Waiting for someone to free space");

  static final String ALL_VARIABLES = "all-variables";

  private SharedQuestions() {}

  /** All variables with their values: asked once for each connection. */
  static Question allVariables(Set<String> without) {
    String sql = "SHOW GLOBAL VARIABLES";
    return Question.plain(
        ALL_VARIABLES,
        without.isEmpty() ? sql : sql + " WHERE Variable_name NOT IN (" + quoted(without) + ")",
        "");
  }

  /** Some variables with their values. */
  static Question variables(String key, Set<String> names) {
    return new Question(
        key,
        "SHOW GLOBAL VARIABLES",
        "SHOW GLOBAL VARIABLES WHERE Variable_name IN (" + quoted(names) + ")",
        "");
  }

  /** Dump threads seen in the processlist; without PROCESS only one's own threads show. */
  public static Question dumpThreads() {
    return new Question(
        DUMP_THREADS,
        "SELECT … FROM information_schema.processlist",
        "SELECT ID, HOST FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'",
        "PROCESS ON *.*");
  }

  /** Those of clients and of appliers; without PROCESS only one's own show. */
  public static Question committing() {
    return new Question(
        COMMITTING,
        "SELECT … FROM information_schema.processlist",
        "SELECT ID, STATE FROM information_schema.PROCESSLIST WHERE TIME >= "
            + COMMITTING_SECONDS_MIN
            + " AND (STATE IN ("
            + quoted(IN_COMMIT)
            + ") OR INFO LIKE 'COMMIT%')",
        "PROCESS ON *.*");
  }

  static Question counters(Set<String> names) {
    return new Question(
        COUNTERS,
        "SHOW GLOBAL STATUS",
        "SHOW GLOBAL STATUS WHERE Variable_name IN (" + quoted(names) + ")",
        "");
  }

  public static String quoted(Set<String> names) {
    return new TreeSet<>(names)
        .stream().map(name -> "'" + name + "'").collect(Collectors.joining(","));
  }

  /** The union of the grants of the questions, in their order. */
  public static List<String> grantsOf(List<Question> questions) {
    return questions.stream().flatMap(question -> question.grants().stream()).distinct().toList();
  }
}
