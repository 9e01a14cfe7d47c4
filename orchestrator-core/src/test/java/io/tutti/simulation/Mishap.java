package io.tutti.simulation;

import java.util.stream.Stream;

/** What comes in between when a statement is said to a server. */
public enum Mishap {
  /** Nothing of that controller acts any more; another one takes up what it left. */
  CONTROLLER_KILLED,
  /** The controller does not hear what became of it. */
  CONNECTION_CUT,
  /** {@code kill -9} of the server; it is back in some seconds, with what its option file says. */
  SERVER_KILLED,
  /** The same, and nothing is heard of it for long. */
  SERVER_LOST,
  /** The server answers with an error. */
  STATEMENT_FAILS,
  /** Somebody says STOP REPLICA there. */
  SOMEBODY_STOPS,
  /** Somebody says START REPLICA there. */
  SOMEBODY_STARTS;

  /** Whether an operation goes on as if it had not come. */
  public boolean isOvercome() {
    return this == CONTROLLER_KILLED || this == CONNECTION_CUT;
  }

  /** Whether it matters that the server has carried out the statement by then. */
  boolean differsAfterwards() {
    return isOvercome() || this == SERVER_KILLED;
  }

  /** All of them once; what takes long, as servers are waited for, with one naming alone. */
  public static Stream<Mishap> with(Naming naming) {
    return Stream.of(values()).filter(each -> each != SERVER_LOST || naming == Naming.UUIDS);
  }
}
