package io.tutti.stories;

import java.time.Instant;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What came of an act, as far as oracles want to know. */
sealed interface Deed {
  Instant at();

  int node();

  /** How a process of the server ended. */
  enum End {
    KILLED,
    SHUT_DOWN
  }

  record Ended(Instant at, int node, End how) implements Deed {}

  record Started(Instant at, int node, boolean withoutReplication) implements Deed {}

  /** Its binlog lost its end. */
  record Cut(Instant at, int node) implements Deed {}

  /** Just before a server was killed a replica of it had received these rows of it. */
  record Received(Instant at, int node, int source, Set<Long> tags) implements Deed {}

  /** A person stopped or started threads, and the server did it. */
  record ThreadsSet(Instant at, int node, Act.Threads threads, boolean running) implements Deed {}

  /** A person set a variable, and the server took it. */
  record VariableSet(Instant at, int node, String name, String value) implements Deed {}

  /** A row of the source with this id meets another one on the replica. */
  record InTheWay(Instant at, int node, long id, long tag) implements Deed {}

  /**
   * The controller was asked.
   *
   * @param answer of REST: an operation, or the problem
   */
  record Asked(Instant at, int node, Act.Ask ask, int status, JsonNode answer) implements Deed {
    boolean wasAccepted() {
      return status == 202;
    }

    String operation() {
      return answer.at("/id").asString();
    }
  }
}
