package io.tutti.operation.promotion;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.AckWaits;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceMeasure;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What keeps clients from writing to a server, or lets them: {@code read_only} and, where there is
 * one, {@code super_read_only}. It says as little as it can, as nobody can write meanwhile.
 *
 * @param found how the variables were when it was read
 */
record WriteGate(
    InstanceAddress server,
    Session session,
    List<FenceMeasure> measures,
    SortedMap<String, String> found) {

  static WriteGate of(InstanceAddress server, Session session, Deadline deadline) {
    List<FenceMeasure> measures =
        session.fence().guide(deadline).measures().stream()
            .filter(each -> each.keeps() == FenceMeasure.Keeps.WRITES)
            .toList();
    SortedMap<String, String> found = new TreeMap<>(session.fence().read(deadline));
    found.keySet().retainAll(measures.stream().map(FenceMeasure::variable).toList());
    return new WriteGate(server, session, measures, found);
  }

  boolean isShut() {
    return found.equals(shutValues());
  }

  /** Nothing of it is shut. */
  boolean isOpen() {
    return measures.stream().noneMatch(this::isShut);
  }

  private boolean isShut(FenceMeasure measure) {
    return measure.shut().equals(found.get(measure.variable()));
  }

  SortedMap<String, String> shutValues() {
    SortedMap<String, String> values = new TreeMap<>();
    measures.forEach(each -> values.put(each.variable(), each.shut()));
    return values;
  }

  /** What clients hold may keep a server from it; what hangs then is ended with its session. */
  void shut(Duration grace, Deadline deadline) {
    for (FenceMeasure measure : measures) {
      if (isShut(measure)) {
        continue;
      }
      try {
        session.fence().set(measure.variable(), measure.shut(), deadline.within(grace));
      } catch (OrchestratorException e) {
        if (e.code() != ErrorCode.STATEMENT_TIMED_OUT) {
          throw e;
        }
        session.fence().endClients(deadline);
        shutAtLast(measure, grace, deadline);
      }
    }
  }

  /** One that still waits is ended when the server is asked again: nobody finds it shut later. */
  private void shutAtLast(FenceMeasure measure, Duration grace, Deadline deadline) {
    try {
      session.fence().set(measure.variable(), measure.shut(), deadline.within(grace));
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.STATEMENT_TIMED_OUT) {
        throw e;
      }
      SortedMap<String, String> now = session.fence().read(deadline);
      long commits = waitingForAcks(deadline);
      throw StepFailure.fatal(
          "%s cannot be shut for writes, also after the sessions of clients were ended (%s is %s): %s%s"
              .formatted(
                  server,
                  measure.variable(),
                  now.get(measure.variable()),
                  e.observed(),
                  commits == 0
                      ? ""
                      : " Commits wait for acknowledgements of its replicas: %d."
                          .formatted(commits)),
          (commits == 0
                  ? Remedies.of("look in the process list of %s for what it waits for", server)
                  : Remedies.of(
                      "let replicas of %s acknowledge again, or turn semi-sync off there", server))
              .or("ask again, with a longer grace"));
    }
  }

  /** Not every release ends such a wait when its session is ended (MySQL 9.7 does not). */
  private long waitingForAcks(Deadline deadline) {
    return session.read(deadline).semiSync().waits().asOptional().map(AckWaits::waiting).orElse(0L);
  }

  void open(Deadline deadline) {
    for (FenceMeasure measure : measures.reversed()) {
      if (isShut(measure)) {
        session.fence().set(measure.variable(), "OFF", deadline);
      }
    }
  }

  /** As it was before. */
  void setBack(SortedMap<String, String> was, Deadline deadline) {
    for (FenceMeasure measure : measures.reversed()) {
      String wanted = was.getOrDefault(measure.variable(), "");
      if (!wanted.equals(found.get(measure.variable()))) {
        session.fence().set(measure.variable(), wanted, deadline);
      }
    }
  }

  /** They would go on with what is refused; who is left keeps a session that cannot write. */
  EndedSessions endClients(Deadline deadline) {
    try {
      return session.fence().endClients(deadline);
    } catch (OrchestratorException e) {
      return new EndedSessions(0, List.of(e.observed()));
    }
  }
}
