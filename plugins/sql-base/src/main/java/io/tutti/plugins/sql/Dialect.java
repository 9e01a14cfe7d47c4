package io.tutti.plugins.sql;

import io.tutti.model.Channel;
import io.tutti.model.GroupMembership;
import io.tutti.model.GtidState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ServerVersion;
import io.tutti.model.StatusCounters;
import io.tutti.model.TableCensus;
import io.tutti.model.ThreadCounts;
import io.tutti.spi.Capability;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceGuide;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What differs between flavors: which statements show the facts, and how to read their answers. All
 * else is shared.
 */
public interface Dialect {

  /** The plugin's id, such as {@code mysql-8.0}. */
  String flavor();

  /** What the plugin declares that servers of its flavor can do. */
  Set<Capability> capabilities();

  /**
   * System variables to read at every poll, by any of their names; those that do not exist are left
   * out.
   */
  Set<String> settings();

  /**
   * Variables that must not be read together with others, because reading them can hang: a dialect
   * that wants them asks under {@link SharedQuestions#HANGING_SETTINGS}. They are not learned.
   */
  default Set<String> hangingVariables() {
    return Set.of();
  }

  /** Status counters to read at every poll; those that do not exist are left out. */
  Set<String> counters();

  /** What those counters report of replication. */
  ThreadCounts threadCounts(StatusCounters counters);

  /**
   * The statements of a reading beside variables, counters and heartbeats, which are shared.
   * Answers under the keys of {@link SharedQuestions} are read by the shared code.
   *
   * @param variables all global variables of the server, learned when the connection was opened
   */
  List<Question> questions(ServerVersion version, LearnedVariables variables);

  /** The keys of those that show how far a server is ({@link io.tutti.model.ServerProgress}). */
  default Set<String> progressQuestions() {
    return Set.of(
        SharedQuestions.SETTINGS, SharedQuestions.BINLOG_POSITION, SharedQuestions.REPLICA_STATUS);
  }

  /**
   * Whether the counters may only be asked for when {@link #counterRefusal} has seen the other
   * answers: a second round trip, for releases that reading the counters can hurt.
   */
  default boolean asksCountersLast(ServerVersion version) {
    return false;
  }

  /**
   * Why the counters must not be read now; empty when they may. Asked only where {@link
   * #asksCountersLast} holds.
   */
  default Optional<String> counterRefusal(Reading reading) {
    return Optional.empty();
  }

  /** The statements that change replication on a release. */
  ReplicationStatements statements(ServerVersion version);

  /** What an account needs for {@link #statements}. */
  OperatingGrants operatingGrants(ServerVersion version);

  /** Whether servers of a release copy others over themselves. */
  default boolean clones(ServerVersion version) {
    return false;
  }

  /**
   * What a link needs beside an account, so that this is admitted without TLS, with a comma first.
   */
  default String linkOptions(ServerVersion version) {
    return "";
  }

  /**
   * How a channel is set.
   *
   * @param channel empty for the default one
   * @param ask what the server answers
   */
  default ChannelOptions channelOptions(
      ServerVersion version, String channel, Function<Question, Rows> ask) {
    return ChannelOptions.NONE;
  }

  /** How a release is kept from its clients. */
  FenceGuide fencing(ServerVersion version);

  /** Asks for the sessions of clients and replicas: columns ID, USER. */
  Question clientSessions(ServerVersion version);

  /** Asks what the server keeps for its next start; empty where it keeps nothing. */
  default Optional<Question> persistedSettings(ServerVersion version) {
    return Optional.empty();
  }

  /** By which a receiver that is stopped waits for its source; empty where it does not. */
  default Optional<SqlReplicaAcks.Names> replicaAcks() {
    return Optional.empty();
  }

  /** By which a receiver can be asked to connect again; empty where none can. */
  default Optional<SqlReconnecting.Words> reconnecting() {
    return Optional.empty();
  }

  /** The table in which servers add up what appliers wait for; empty where none has it. */
  default Optional<SqlApplierWaits.Table> applierWaits() {
    return Optional.empty();
  }

  /**
   * Statements before and after the reading or setting of a channel's knob, which choose the
   * channel; none where the statement itself names it.
   */
  default List<String> choosing(String channel) {
    return List.of();
  }

  /**
   * The statement that lists a channel's relay log.
   *
   * @param place from where and how much, as all releases spell it
   */
  String relayLogEvents(ServerVersion version, String channel, String place);

  /** What an account needs to list the files of the binary log. */
  default String grantForLogFiles(ServerVersion version) {
    return "REPLICATION CLIENT ON *.*";
  }

  /** What an account needs to list events, as in {@link Question#grant}. */
  default String grantForEvents(ServerVersion version, LogReader.Log log) {
    return "REPLICATION SLAVE ON *.*";
  }

  /**
   * Asks for what the server wrote to its error log in a span of Unix seconds: one column, a line
   * in each row. Empty where it does not show that over SQL.
   */
  default Optional<Question> errorLog(ServerVersion version, long fromSecond, long toSecond) {
    return Optional.empty();
  }

  /**
   * Questions about commits that wait, under {@link SharedQuestions#COMMITTING} and {@link
   * SharedQuestions#NO_ROOM}: asked while the server does not say where its binlog ends.
   */
  default List<Question> stuckCommits(ServerVersion version, LearnedVariables variables) {
    return List.of(SharedQuestions.committing());
  }

  /** Which transactions are prepared by XA, under {@link SharedQuestions#XA_RECOVER}. */
  Question xaRecover(ServerVersion version);

  /**
   * Whether the server is one of a group; absent where it is in none. All flavors have the one of
   * wsrep.
   *
   * @param variables all global variables of the server
   */
  default Observed<GroupMembership> group(LearnedVariables variables, Reading reading) {
    return WsrepGroup.of(variables);
  }

  /** See {@link io.tutti.model.ServerIdentity#fingerprint()}. */
  Observed<String> fingerprint(Reading reading);

  GtidState gtid(Reading reading);

  ParallelSettings parallel(Reading reading);

  /**
   * The settings that each channel has of its own, those of the default one left out, as an option
   * file spells them: {@code east.slave_parallel_mode}.
   */
  default Map<String, String> channelSettings(Reading reading) {
    return Map.of();
  }

  /** One channel for each source, the default one first. */
  Observed<List<Channel>> channels(Reading reading);

  /**
   * Statements that show what changes slowly and costs more: asked when a connection is opened and
   * every few minutes. What they show is read by {@link #tables} and remembered in between.
   */
  default List<Question> seldomQuestions(ServerVersion version, LearnedVariables variables) {
    return List.of();
  }

  /** Which tables are written; see {@link TableCensus}. */
  default Observed<TableCensus> tables(Reading reading) {
    return Observed.unknown("this flavor is not asked for it");
  }
}
