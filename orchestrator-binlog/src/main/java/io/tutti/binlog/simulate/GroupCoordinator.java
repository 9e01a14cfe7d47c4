package io.tutti.binlog.simulate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * MariaDB: transactions are queued to threads in turn. Each belongs to a batch of its domain, and
 * begins when all of the batches before have begun their commit; some wait until the one before
 * them is done. Rows are locked in the middle of the work: an earlier transaction that needs one
 * takes it from a later one, which is done again when the one before it is committed.
 */
final class GroupCoordinator implements Coordinator {
  private static final long QUEUED_BYTES_MAX = 131_072;

  private static final int NONE = -1;

  private final List<Work> all;
  private final Scheme scheme;
  private final long[][] rows;
  private final long[] queuedBytes;
  private final int[] places;
  private final int[] batchBegins;
  private final int[] before;
  private final boolean[] isWaiting;
  private final Map<Long, Integer> holders = new HashMap<>();
  private final int[] blockers;
  private final boolean isFree;
  private int newestWorker;

  /**
   * @param rows that each transaction locks, of those that more than one does
   * @param isFree whether nothing waits for anything, and rows are not locked
   */
  GroupCoordinator(List<Work> all, Scheme scheme, long[][] rows, int workers, boolean isFree) {
    this.all = all;
    this.scheme = scheme;
    this.rows = rows;
    this.isFree = isFree;
    this.queuedBytes = new long[workers];
    this.places = new int[all.size()];
    this.batchBegins = new int[all.size()];
    this.before = new int[all.size()];
    this.isWaiting = new boolean[all.size()];
    this.blockers = new int[all.size()];
    Map<Integer, Batch> newest = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      newest.computeIfAbsent(line(i), line -> new Batch()).add(i);
    }
  }

  /** The newest batch of a domain. */
  private final class Batch {
    private int count;
    private int begin;
    private int last = NONE;
    private long commitId;
    private boolean hasSeveral;
    private boolean isClosed;

    void add(int index) {
      Work.Group group = all.get(index).group();
      boolean isSame =
          scheme != Scheme.MINIMAL && group.commitId() != 0 && group.commitId() == commitId;
      hasSeveral |= !isSame;
      isClosed |= group.isDdl();
      boolean isFirst = count == 0;
      boolean isJoining = !isFirst && !hasSeveral;
      if (!isFirst && hasSeveral && scheme.isOptimistic() && !isClosed) {
        isJoining = true;
        isWaiting[index] = waits(group);
      }
      if (!isJoining) {
        begin = count;
        hasSeveral = false;
        isClosed = group.isDdl();
      }
      commitId = group.commitId();
      places[index] = count++;
      batchBegins[index] = begin;
      before[index] = last;
      last = index;
    }
  }

  private boolean waits(Work.Group group) {
    return !group.isTransactional()
        || scheme == Scheme.OPTIMISTIC && (!group.isParallelAllowed() || group.hasWaited());
  }

  @Override
  public int place(int next, Course course) {
    int worker = (newestWorker + 1) % queuedBytes.length;
    if (queuedBytes[worker] > QUEUED_BYTES_MAX) {
      return WAIT;
    }
    newestWorker = worker;
    queuedBytes[worker] += all.get(next).bytes();
    blockers[next] = NONE;
    return worker;
  }

  @Override
  public boolean mayBegin(int transaction, Course course) {
    if (isFree) {
      return true;
    }
    int line = line(transaction);
    if (course.startedCommits(line) < batchBegins[transaction]) {
      return false;
    }
    boolean mustWait = isWaiting[transaction] || course.isStopped(transaction);
    return !mustWait || before[transaction] == NONE || course.isDone(before[transaction]);
  }

  @Override
  public boolean mayWaitHalfway(int transaction) {
    return !isFree && rows[transaction].length > 0;
  }

  @Override
  public boolean goOn(int transaction, Course course) {
    int blocker = blockers[transaction];
    if (blocker != NONE && course.holdsRows(blocker)) {
      return false;
    }
    for (long row : rows[transaction]) {
      Integer holder = holders.get(row);
      if (holder != null && course.holdsRows(holder) && !isTaken(holder, transaction, course)) {
        blockers[transaction] = holder;
        return false;
      }
    }
    for (long row : rows[transaction]) {
      Integer holder = holders.put(row, transaction);
      if (holder != null && holder != transaction && course.holdsRows(holder)) {
        course.stop(holder);
      }
    }
    return true;
  }

  @Override
  public int blocker(int transaction) {
    return blockers[transaction];
  }

  private static boolean isTaken(int holder, int transaction, Course course) {
    return holder > transaction && course.mayStop(holder);
  }

  @Override
  public int line(int transaction) {
    return scheme == Scheme.MINIMAL ? 0 : all.get(transaction).group().domain();
  }

  @Override
  public void done(int transaction, int worker) {
    queuedBytes[worker] -= all.get(transaction).bytes();
    for (long row : rows[transaction]) {
      holders.remove(row, transaction);
    }
  }
}
