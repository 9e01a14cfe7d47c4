package io.tutti.binlog.file;

import java.util.Arrays;

/** What is known of the keys of each table that was met. */
public final class KeyUse {
  /** Of a table. */
  public enum State {
    /** It was not announced. */
    NOT_MET,
    KEYED,
    /** Neither the log nor a server says whether it has a key. */
    UNKNOWN,
    KEYLESS,
    /** Its rows are of a kind that is not known. */
    UNREADABLE
  }

  private static final int FIRST = 64;

  private State[] states = new State[FIRST];

  KeyUse() {
    Arrays.fill(states, State.NOT_MET);
  }

  void meet(int table, State state) {
    int before = states.length;
    if (table >= before) {
      states = Arrays.copyOf(states, Math.max(table + 1, 2 * before));
      Arrays.fill(states, before, states.length, State.NOT_MET);
    }
    if (state.compareTo(states[table]) > 0) {
      states[table] = state;
    }
  }

  /**
   * Of the table with this number among the reader's {@link TableNames}; the worst that was met.
   */
  public State of(int table) {
    return table < states.length ? states[table] : State.NOT_MET;
  }
}
