package io.tutti.simulation;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What comes in between when a statement is said to a server. */
public enum Disturbance {
  /** Nothing of that controller acts any more; another one takes up what it left. */
  CONTROLLER_KILLED,
  /**
   * Something more urgent takes its place; what is being said is cut off. What protects data itself
   * is displaced by nothing.
   */
  DISPLACED,
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

  /** Whether an operation continues as if it had not come. */
  public boolean isOvercome() {
    return this == CONTROLLER_KILLED || this == DISPLACED || this == CONNECTION_CUT;
  }

  /** Whether it matters that the server has carried out the statement by then. */
  boolean differsAfterwards() {
    return isOvercome() || this == SERVER_KILLED;
  }

  /**
   * Each with each of those, as a test's arguments; what takes long, as servers are waited for,
   * with the first naming alone.
   */
  public static Stream<Arguments> withEach(Naming... namings) {
    return Stream.of(namings)
        .flatMap(naming ->
            Stream.of(values())
                .filter(disturbance -> disturbance != SERVER_LOST || naming == namings[0])
                .map(disturbance -> Arguments.of(naming, disturbance)));
  }
}
