package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.plugins.sql.StalledQuestions.Stall;
import io.tutti.spi.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server many questions so that one that fails or hangs costs only its own facts.
 *
 * <ol>
 *   <li>All questions that went well the last time go in one packet.
 *   <li>When that packet fails, its questions are asked one by one, over a fresh connection if it
 *       ran out of time.
 *   <li>A question that hangs: its connection is abandoned and its thread killed from a fresh one,
 *       the question pauses ({@link StalledQuestions}), and the others continue.
 *   <li>A question that has failed is asked alone until it goes well again.
 *   <li>A question whose pause is over is asked last, and only when the thread that it left out is
 *       gone.
 * </ol>
 */
final class QueryBatch {
  private final SessionHolder sessions;
  private final StalledQuestions stalled;
  private final Set<String> askedAlone = new HashSet<>();
  private final Set<String> outOfTime = new HashSet<>();
  private List<Question> joinedOf = List.of();
  private String joinedSql = "";

  QueryBatch(SessionHolder sessions, LongSupplier nanoClock) {
    this.sessions = sessions;
    this.stalled = new StalledQuestions(nanoClock);
  }

  Answers ask(List<Question> questions, Deadline deadline) {
    outOfTime.clear();
    Map<String, Observed<Rows>> answers = new HashMap<>();
    List<Question> together = new ArrayList<>();
    List<Question> alone = new ArrayList<>();
    List<Stall> due = new ArrayList<>();
    for (Question question : questions) {
      Optional<Stall> stall = stalled.find(question.key());
      if (stall.isPresent()) {
        if (stalled.isDue(stall.get())) {
          due.add(stall.get());
        }
      } else {
        (askedAlone.contains(question.key()) ? alone : together).add(question);
      }
    }
    if (!askTogether(together, answers, deadline)) {
      alone.addAll(together);
    }
    alone.forEach(question -> answers.put(question.key(), askAlone(question, deadline)));
    due.forEach(stall -> retry(stall, answers, deadline));
    for (Question question : questions) {
      stalled
          .find(question.key())
          .ifPresent(s -> answers.put(question.key(), Observed.unknown(stalled.sentence(s))));
    }
    return new Answers(answers, stalled.titles());
  }

  /** Asks one question by which everything else depends. */
  Rows require(Question question, Deadline deadline) {
    Observed<Rows> answer = ask(List.of(question), deadline).rows(question.key());
    if (answer instanceof Observed.Known<Rows>(Rows rows)) {
      return rows;
    }
    throw failure(question, answer);
  }

  /** The error of a question that could not be done without. */
  OrchestratorException failure(Question question, Observed<Rows> answer) {
    boolean hung = stalled.find(question.key()).isPresent() || outOfTime.contains(question.key());
    String why = answer instanceof Observed.Unknown<Rows>(String text) ? text : answer.toString();
    return new OrchestratorException(
        hung ? ErrorCode.STATEMENT_TIMED_OUT : ErrorCode.STATEMENT_FAILED,
        sessions.address(),
        why + (why.endsWith(".") ? "" : "."),
        List.of());
  }

  private boolean askTogether(
      List<Question> questions, Map<String, Observed<Rows>> answers, Deadline deadline) {
    if (questions.size() < 2) {
      return questions.isEmpty();
    }
    try {
      List<Rows> rows =
          sessions.session(deadline).queryTogether(questions, joined(questions), deadline);
      for (int i = 0; i < rows.size(); i++) {
        answers.put(questions.get(i).key(), Observed.known(rows.get(i)));
      }
      return true;
    } catch (OrchestratorException e) {
      dropSessionAfter(e);
      requireTakenAnswer(e);
      questions.forEach(question -> askedAlone.add(question.key()));
      return false;
    }
  }

  private String joined(List<Question> questions) {
    if (!questions.equals(joinedOf)) {
      joinedOf = List.copyOf(questions);
      joinedSql = questions.stream().map(Question::sql).collect(Collectors.joining("; "));
    }
    return joinedSql;
  }

  private Observed<Rows> askAlone(Question question, Deadline deadline) {
    if (deadline.isExpired()) {
      outOfTime.add(question.key());
      return Observed.unknown(question.title() + " was not asked: no time was left");
    }
    SqlSession session = sessions.session(deadline);
    try {
      Rows rows = session.query(question, deadline);
      askedAlone.remove(question.key());
      return Observed.known(rows);
    } catch (OrchestratorException e) {
      requireTakenAnswer(e);
      askedAlone.add(question.key());
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT && deadline.isExpired()) {
        // It had less than its own time: no verdict on the statement.
        outOfTime.add(question.key());
        dropSessionAfter(e);
        return Observed.unknown(question.title() + " did not answer in the time that was left");
      }
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        stalled.add(question, session.connectionId(), e.observed());
      }
      dropSessionAfter(e);
      return Observed.unknown(withoutFullStop(e.getMessage(), e));
    }
  }

  private void retry(Stall stall, Map<String, Observed<Rows>> answers, Deadline deadline) {
    Question question = stall.question();
    if (deadline.isExpired()) {
      return;
    }
    Observed<Rows> leftover = askAlone(sessions.threadQuestion(stall.threadId()), deadline);
    if (leftover.asOptional().filter(Rows::isEmpty).isEmpty()) {
      stalled.postpone(stall);
      return;
    }
    Observed<Rows> answer = askAlone(question, deadline);
    if (answer.isKnown()) {
      stalled.remove(question.key());
    }
    answers.put(question.key(), answer);
  }

  /** Who answers one question so is asked no other in this reading. */
  private static void requireTakenAnswer(OrchestratorException failure) {
    if (failure.code() == ErrorCode.ANSWER_REFUSED) {
      throw failure;
    }
  }

  private void dropSessionAfter(OrchestratorException failure) {
    if (failure.code() == ErrorCode.STATEMENT_TIMED_OUT) {
      sessions.abandonHanging();
    } else if (failure.code() == ErrorCode.CONNECTION_LOST) {
      sessions.abandon();
    }
  }

  private static String withoutFullStop(@Nullable String text, OrchestratorException e) {
    String sentence = text == null ? e.observed() : text;
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
