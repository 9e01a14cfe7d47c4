package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerAccount;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Executes what changes a server, each statement until the caller's deadline. One that is not
 * answered by then costs the connection; its thread in the server is killed from the next one,
 * which takes back neither a START nor a STOP.
 */
final class ControlSession {
  private static final Question VERSION = SharedQuestions.variables("version", Set.of("version"));

  private final SessionHolder sessions;

  /** The number of the session that {@link #renew} has begun. */
  private long renewed = -1;

  ControlSession(SessionHolder sessions) {
    this.sessions = sessions;
  }

  static Question question(String sql, String grant) {
    return Question.plain("control", sql, grant);
  }

  /** A session keeps the global privileges that it began with; from now on it is another one. */
  void renew(Deadline deadline) {
    sessions.abandon();
    SqlSession unused = sessions.session(deadline);
    renewed = sessions.generation();
  }

  /** Whether it is still the one that was begun for what it shows now. */
  boolean isRenewed() {
    return renewed == sessions.generation();
  }

  ServerAccount account(Deadline deadline) {
    return sessions.session(deadline).account();
  }

  /** Asked once for each connection: after an upgrade of the server it is another one. */
  ServerVersion version(Deadline deadline) {
    return sessions
        .session(deadline)
        .version(() ->
            ServerVersion.parse(
                run(VERSION, deadline, "Nothing was changed.")
                    .first()
                    .orElseThrow()
                    .textOrEmpty("Value")));
  }

  /**
   * @param left what a statement that is not answered may have left out
   */
  List<Rows> inOneSession(List<Question> questions, Deadline deadline, String left) {
    List<Rows> answers = new ArrayList<>();
    for (Question question : questions) {
      try {
        answers.add(run(question, deadline, left));
      } catch (OrchestratorException e) {
        if (questions.size() > 1) {
          // It may be left with another channel or GTID chosen.
          sessions.abandon();
        }
        throw e;
      }
    }
    return answers;
  }

  Rows run(Question question, Deadline deadline, String left) {
    SqlSession session = sessions.session(deadline);
    try {
      return session.execute(question, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        sessions.abandonHanging();
        throw new OrchestratorException(
            e.code(), e.target(), e.observed() + " " + left, e.remedies(), e);
      }
      if (e.code() == ErrorCode.CONNECTION_LOST) {
        sessions.abandon();
        throw new OrchestratorException(
            e.code(), e.target(), e.observed() + " " + left, e.remedies(), e);
      }
      throw e;
    }
  }
}
