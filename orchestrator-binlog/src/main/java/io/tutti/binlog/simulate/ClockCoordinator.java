package io.tutti.binlog.simulate;

/**
 * LOGICAL_CLOCK: transactions are taken in their order by workers that are free, each as soon as
 * all up to its parent are done; one that has to wait keeps those behind it waiting.
 */
final class ClockCoordinator implements Coordinator {
  private final int[] parents;
  private final boolean isOrdered;
  private final int window;
  private final int[] free;
  private int freeCount;

  /**
   * @param window how far the newest may be ahead of the oldest that is not done
   */
  ClockCoordinator(int[] parents, boolean isOrdered, int workers, int window) {
    this.parents = parents;
    this.isOrdered = isOrdered;
    this.window = window;
    this.free = new int[workers];
    for (int i = 0; i < workers; i++) {
      free[i] = i;
    }
    this.freeCount = workers;
  }

  @Override
  public int place(int next, Course course) {
    boolean mayBegin = course.firstNotDone() > parents[next];
    return mayBegin && freeCount > 0 && next - course.firstNotDone() < window
        ? free[--freeCount]
        : WAIT;
  }

  @Override
  public int line(int transaction) {
    return isOrdered ? 0 : NO_LINE;
  }

  @Override
  public void done(int transaction, int worker) {
    free[freeCount++] = worker;
  }
}
