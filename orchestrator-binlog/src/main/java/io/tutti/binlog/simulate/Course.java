package io.tutti.binlog.simulate;

import java.util.Arrays;

/**
 * An applier at work, from event to event: the coordinator hands transactions to workers, they
 * share the cores, and what is ready is committed together, one group after the other. A worker is
 * free when its transaction is committed.
 */
final class Course {
  /**
   * What a replica is like, in microseconds.
   *
   * @param commit until it is on disk
   * @param delay that it waits for others at the beginning of the second stage
   */
  record Machine(double commit, double delay, double dispatch, int cores) {}

  private enum State {
    WAITING,
    QUEUED,
    /** The first half, before it has locked rows. */
    RUNNING,
    HALFWAY,
    /** The second half: its rows are locked. */
    ENDING,
    READY,
    COMMITTING,
    DONE
  }

  private static final int NONE = -1;

  private final double[] costs;
  private final Coordinator coordinator;
  private final Machine machine;
  private final Processors processors;
  private final State[] states;
  private final boolean[] isStopped;
  private final int[] workers;
  private final int[] nextOfWorker;
  private final int[] heads;
  private final int[] tails;
  private final int[] nextOfLine;
  private final int[] lineHeads;
  private final int[] startedCommits;
  private final int[] held;
  private final boolean[] isAwaited;
  private int heldCount;
  private boolean isHeldNews;
  private final CommitStage redo;
  private final CommitStage binlog;
  private double preparedAt;
  private double now;
  private int next;
  private int firstNotDone;
  private int doneCount;
  private long retries;

  /**
   * @param costs of each transaction
   * @param workers how many there are, at least 1
   */
  Course(double[] costs, Coordinator coordinator, int workers, Machine machine) {
    int count = costs.length;
    this.costs = costs;
    this.coordinator = coordinator;
    this.machine = machine;
    this.processors = new Processors(machine.cores());
    this.states = new State[count];
    Arrays.fill(states, State.WAITING);
    this.isStopped = new boolean[count];
    this.workers = new int[count];
    this.nextOfWorker = filled(count);
    this.heads = filled(workers);
    this.tails = filled(workers);
    this.nextOfLine = filled(count);
    int lines = 0;
    for (int i = 0; i < count; i++) {
      lines = Math.max(lines, coordinator.line(i) + 1);
    }
    this.lineHeads = filled(lines);
    this.startedCommits = new int[lines];
    this.held = new int[count];
    this.isAwaited = new boolean[count];
    this.redo = new CommitStage(count, 0, machine.commit() / 2);
    this.binlog = new CommitStage(count, machine.delay(), machine.commit() / 2);
    this.preparedAt = machine.dispatch();
    putIntoLines(filled(lines));
  }

  private static int[] filled(int length) {
    int[] filled = new int[length];
    Arrays.fill(filled, NONE);
    return filled;
  }

  private void putIntoLines(int[] newest) {
    for (int i = 0; i < costs.length; i++) {
      int line = coordinator.line(i);
      if (line >= 0) {
        if (newest[line] == NONE) {
          lineHeads[line] = i;
        } else {
          nextOfLine[newest[line]] = i;
        }
        newest[line] = i;
      }
    }
  }

  /** Runs to the end; how long it took. */
  double run() {
    while (doneCount < costs.length) {
      while (place() | begin() | redo.begin(now) | binlog.begin(now)) {
        continue;
      }
      advance();
    }
    return now;
  }

  private boolean place() {
    boolean isAny = false;
    while (next < costs.length && preparedAt <= now) {
      int worker = coordinator.place(next, this);
      if (worker == Coordinator.WAIT) {
        break;
      }
      states[next] = State.QUEUED;
      workers[next] = worker;
      if (heads[worker] == NONE) {
        heads[worker] = next;
        hold(next);
      } else {
        nextOfWorker[tails[worker]] = next;
      }
      tails[worker] = next++;
      preparedAt = now + machine.dispatch();
      isAny = true;
    }
    return isAny;
  }

  /** What may have to wait: to begin, or for rows; the oldest first. */
  private void hold(int transaction) {
    int at = heldCount++;
    while (at > 0 && held[at - 1] > transaction) {
      held[at] = held[at - 1];
      at--;
    }
    held[at] = transaction;
    isHeldNews = true;
  }

  private boolean begin() {
    if (!isHeldNews) {
      return false;
    }
    isHeldNews = false;
    boolean isAny = false;
    for (int i = 0; i < heldCount; i++) {
      int transaction = held[i];
      boolean isHalfway = states[transaction] == State.HALFWAY;
      boolean mayRun =
          isHalfway ? coordinator.goOn(transaction, this) : coordinator.mayBegin(transaction, this);
      if (mayRun) {
        System.arraycopy(held, i + 1, held, i, heldCount - i - 1);
        heldCount--;
        i--;
        work(transaction, isHalfway);
        isAny = true;
      } else if (isHalfway) {
        isAny |= await(coordinator.blocker(transaction));
      }
    }
    return isAny;
  }

  /** One waits for the rows of another; whether that is committed sooner by that. */
  private boolean await(int blocker) {
    if (blocker < 0 || isAwaited[blocker]) {
      return false;
    }
    isAwaited[blocker] = true;
    return binlog.await(blocker, now);
  }

  private void work(int transaction, boolean isHalfway) {
    boolean isWhole = !coordinator.mayWaitHalfway(transaction);
    states[transaction] = isHalfway || isWhole ? State.ENDING : State.RUNNING;
    processors.begin(transaction, isWhole ? costs[transaction] : costs[transaction] / 2, now);
  }

  private void advance() {
    double prepared = next < costs.length && preparedAt > now ? preparedAt : Processors.NEVER;
    double worked = processors.nextEnd();
    now = Math.min(Math.min(prepared, worked), Math.min(redo.next(), binlog.next()));
    if (now == Processors.NEVER) {
      throw new IllegalStateException(
          "nothing can go further; %d of %d are done".formatted(doneCount, costs.length));
    }
    if (binlog.advance(now)) {
      endGroup();
    }
    if (redo.advance(now)) {
      for (int i = 0; i < redo.taken(); i++) {
        binlog.enter(redo.transaction(i), isAwaited[redo.transaction(i)]);
      }
      redo.leave();
    }
    while (processors.nextEnd() <= now) {
      endWork(processors.end(now));
    }
  }

  private void endWork(int transaction) {
    if (states[transaction] == State.RUNNING) {
      states[transaction] = State.HALFWAY;
      hold(transaction);
      return;
    }
    states[transaction] = State.READY;
    isHeldNews = true;
    int line = coordinator.line(transaction);
    if (line < 0) {
      enterCommit(transaction);
      return;
    }
    startedCommits[line]++;
    while (lineHeads[line] != NONE && states[lineHeads[line]] == State.READY) {
      int head = lineHeads[line];
      lineHeads[line] = nextOfLine[head];
      enterCommit(head);
    }
  }

  private void enterCommit(int transaction) {
    states[transaction] = State.COMMITTING;
    redo.enter(transaction, false);
  }

  private void endGroup() {
    for (int i = 0; i < binlog.taken(); i++) {
      endOf(binlog.transaction(i));
    }
    binlog.leave();
    isHeldNews = true;
    while (firstNotDone < states.length && states[firstNotDone] == State.DONE) {
      firstNotDone++;
    }
  }

  private void endOf(int transaction) {
    states[transaction] = State.DONE;
    doneCount++;
    int worker = workers[transaction];
    heads[worker] = nextOfWorker[transaction];
    if (heads[worker] != NONE) {
      hold(heads[worker]);
    }
    coordinator.done(transaction, worker);
  }

  /** Rolls a transaction back; it is done again. */
  void stop(int transaction) {
    int line = coordinator.line(transaction);
    if (states[transaction] == State.ENDING) {
      processors.stop(transaction, now);
    } else {
      startedCommits[line]--;
    }
    states[transaction] = State.QUEUED;
    isStopped[transaction] = true;
    retries++;
    hold(transaction);
  }

  /** Whether it can still be rolled back. */
  boolean mayStop(int transaction) {
    return states[transaction] == State.ENDING || states[transaction] == State.READY;
  }

  boolean isStopped(int transaction) {
    return isStopped[transaction];
  }

  /** Whether it has locked its rows, and is not committed. */
  boolean holdsRows(int transaction) {
    return mayStop(transaction) || states[transaction] == State.COMMITTING;
  }

  boolean isDone(int transaction) {
    return states[transaction] == State.DONE;
  }

  /** All before it are done. */
  int firstNotDone() {
    return firstNotDone;
  }

  /** How many of a line have done their work. */
  int startedCommits(int line) {
    return startedCommits[line];
  }

  long retries() {
    return retries;
  }
}
