package io.tutti.binlog.simulate;

/** Decides which worker takes a transaction, and when it may begin it. For one course. */
interface Coordinator {
  /** No worker yet: the transaction, and all behind it, wait. */
  int WAIT = -1;

  /** A commit at any time. */
  int NO_LINE = -1;

  /** The worker that takes the next transaction; it is its own from now on. */
  int place(int next, Course course);

  /** Whether the worker may begin a transaction that it took. */
  default boolean mayBegin(int transaction, Course course) {
    return true;
  }

  /** Whether it may have to wait in the middle of its work. */
  default boolean mayWaitHalfway(int transaction) {
    return false;
  }

  /** Goes on with the second half, its rows locked; false while it must wait. */
  default boolean goOn(int transaction, Course course) {
    return true;
  }

  /** Whose rows it waits for, if that ends the wait for a group; {@link #WAIT} for nobody's. */
  default int blocker(int transaction) {
    return WAIT;
  }

  /** Those of one line commit in their order; {@link #NO_LINE} in any. */
  int line(int transaction);

  /** What was placed is committed. */
  default void done(int transaction, int worker) {}
}
