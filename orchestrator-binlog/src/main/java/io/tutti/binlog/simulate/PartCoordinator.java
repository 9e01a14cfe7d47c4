package io.tutti.binlog.simulate;

import java.util.stream.IntStream;

/**
 * Workers by parts: schemas with DATABASE, domains with one thread for each. A transaction takes
 * its parts in their order, and one worker: that which has its first part, or the least used one.
 * While another worker has a further part, nothing is placed; what comes before that part is begun
 * (map_db_to_worker in rpl_rli_pdb.cc). What changes nobody knows what runs alone.
 */
final class PartCoordinator implements Coordinator {
  private static final int NONE = -1;

  private final int[][] parts;
  private final int window;
  private final int[] workerOf;
  private final int[] uses;
  private final int[] partsOf;
  private int alone = NONE;
  private int newest = NONE;
  private int newestWorker = NONE;
  private int taken;

  PartCoordinator(int[][] parts, int workers, int window) {
    this.parts = parts;
    this.window = window;
    int count =
        1 + IntStream.range(0, parts.length).flatMap(i -> IntStream.of(parts[i])).max().orElse(0);
    this.workerOf = new int[count];
    this.uses = new int[count];
    this.partsOf = new int[workers];
  }

  @Override
  public int place(int next, Course course) {
    if (!hasAll()
        || alone >= course.firstNotDone()
        || next - course.firstNotDone() >= window
        || parts[next].length == 0 && course.firstNotDone() < next) {
      return WAIT;
    }
    newest = next;
    taken = 0;
    if (parts[next].length == 0) {
      alone = next;
      newestWorker = 0;
    } else {
      int first = parts[next][0];
      newestWorker = uses[first] > 0 ? workerOf[first] : leastUsed();
      hasAll();
    }
    return newestWorker;
  }

  /** Takes what the newest one changes; false while another worker has some of it. */
  private boolean hasAll() {
    while (newest != NONE && taken < parts[newest].length) {
      int part = parts[newest][taken];
      if (uses[part] == 0) {
        workerOf[part] = newestWorker;
        partsOf[newestWorker]++;
      } else if (workerOf[part] != newestWorker) {
        return false;
      }
      uses[part]++;
      taken++;
    }
    return true;
  }

  private int leastUsed() {
    int least = 0;
    for (int i = 1; i < partsOf.length && partsOf[least] > 0; i++) {
      least = partsOf[i] < partsOf[least] ? i : least;
    }
    return least;
  }

  @Override
  public boolean mayWaitHalfway(int transaction) {
    return parts[transaction].length > 1;
  }

  @Override
  public boolean goOn(int transaction, Course course) {
    return transaction != newest || hasAll();
  }

  @Override
  public int line(int transaction) {
    return NO_LINE;
  }

  @Override
  public void done(int transaction, int worker) {
    for (int part : parts[transaction]) {
      if (--uses[part] == 0) {
        partsOf[worker]--;
      }
    }
  }
}
