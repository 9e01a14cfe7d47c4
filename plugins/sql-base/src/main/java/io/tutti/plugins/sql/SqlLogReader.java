package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lists events by SHOW BINLOG EVENTS and SHOW RELAYLOG EVENTS. */
final class SqlLogReader implements LogReader {
  private static final Question VERSION = SharedQuestions.variables("version", Set.of("version"));

  private final Dialect dialect;
  private final SessionHolder sessions;

  SqlLogReader(Dialect dialect, SessionHolder sessions) {
    this.dialect = dialect;
    this.sessions = sessions;
  }

  @Override
  public List<LogEvent> list(
      Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline) {
    ServerVersion version = version(deadline);
    String place = from.map(SqlLogReader::in).orElse("") + " LIMIT " + countMax;
    String sql =
        switch (log) {
          case BINARY -> "SHOW BINLOG EVENTS" + place;
          case RELAY -> dialect.relayLogEvents(version, channel, place);
        };
    List<LogEvent> events = new ArrayList<>();
    Question question = new Question("log-events", sql, sql, dialect.grantForEvents(version, log));
    for (Row row : run(question, deadline).all()) {
      events.add(
          new LogEvent(
              new BinlogPosition(row.textOrEmpty("Log_name"), row.number("Pos").orElse(0)),
              row.textOrEmpty("Event_type"),
              row.number("Server_id").orElse(0),
              row.number("End_log_pos").orElse(0),
              row.textOrEmpty("Info")));
    }
    return events;
  }

  @Override
  public List<LogFile> files(Deadline deadline) {
    String sql = "SHOW BINARY LOGS";
    Question question =
        new Question("log-files", sql, sql, dialect.grantForLogFiles(version(deadline)));
    return run(question, deadline).all().stream()
        .map(row ->
            new LogFile(
                row.textOrEmpty("Log_name"),
                row.number("File_size").orElse(0),
                row.textOrEmpty("Encrypted").equals("Yes")))
        .toList();
  }

  @Override
  public Observed<List<String>> errorLog(Instant from, Instant to, Deadline deadline) {
    try {
      return dialect
          .errorLog(version(deadline), from.getEpochSecond(), to.getEpochSecond())
          .map(question ->
              Observed.known(
                  run(question, deadline).all().stream()
                      .map(row -> row.textOrEmpty("line"))
                      .toList()))
          .orElse(LogReader.super.errorLog(from, to, deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private ServerVersion version(Deadline deadline) {
    return ServerVersion.parse(run(VERSION, deadline).first().orElseThrow().textOrEmpty("Value"));
  }

  private static String in(BinlogPosition from) {
    return " IN %s FROM %d".formatted(SqlNames.quoted(from.file()), from.position());
  }

  private Rows run(Question question, Deadline deadline) {
    try {
      return sessions.session(deadline).execute(question, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        sessions.abandonHanging();
      } else if (e.code() == ErrorCode.CONNECTION_LOST) {
        sessions.abandon();
      }
      throw e;
    }
  }
}
