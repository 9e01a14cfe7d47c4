package io.tutti.binlog.simulate;

import java.util.stream.IntStream;

/**
 * Workers by parts: schemas with DATABASE, domains with one thread for each. What changes a part is
 * queued behind what changes it already; where several workers have its parts, it waits until one
 * is enough. What changes nobody knows what runs alone.
 */
final class PartCoordinator implements Coordinator {
  private static final int NONE = -1;

  private final int[][] parts;
  private final int window;
  private final int[] workerOf;
  private final int[] uses;
  private final int[] partsOf;
  private int alone = NONE;

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
    if (alone >= course.firstNotDone() || next - course.firstNotDone() >= window) {
      return WAIT;
    }
    if (parts[next].length == 0) {
      if (course.firstNotDone() < next) {
        return WAIT;
      }
      alone = next;
      return 0;
    }
    int worker = NONE;
    for (int part : parts[next]) {
      if (uses[part] > 0) {
        if (worker != NONE && worker != workerOf[part]) {
          return WAIT;
        }
        worker = workerOf[part];
      }
    }
    return take(next, worker == NONE ? leastUsed() : worker);
  }

  private int take(int next, int worker) {
    for (int part : parts[next]) {
      if (uses[part]++ == 0) {
        workerOf[part] = worker;
        partsOf[worker]++;
      }
    }
    return worker;
  }

  private int leastUsed() {
    int least = 0;
    for (int i = 1; i < partsOf.length && partsOf[least] > 0; i++) {
      least = partsOf[i] < partsOf[least] ? i : least;
    }
    return least;
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
