package io.tutti.binlog.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For each transaction the place of the newest one that must be done before it begins; -1 for none.
 *
 * <p>Everything is done before the first one of a log begins: appliers wait there.
 */
public final class Parents {
  private Parents() {}

  /**
   * What a source would write with WRITESET or WRITESET_SESSION: places in the workload, -1 for
   * none.
   *
   * @param historySize binlog_transaction_dependency_history_size
   */
  public static int[] ofWriteSets(Workload workload, int historySize, boolean isBySession) {
    return byRows(workload.all(), historySize, isBySession);
  }

  /** What the log says. Without numbers in it each one waits for the one before it. */
  static int[] byLog(List<Work> all) {
    int[] parents = new int[all.size()];
    int begin = 0;
    for (int i = 0; i < parents.length; i++) {
      Work work = all.get(i);
      if (i > 0 && work.log() != all.get(i - 1).log()) {
        begin = i;
      }
      long back = work.sequence() - work.lastCommitted();
      long parent = work.sequence() == 0 ? i - 1L : i - Math.max(1, back);
      parents[i] = (int) Math.max(begin - 1L, parent);
    }
    return parents;
  }

  /**
   * What a source would write with WRITESET, by the rules of the server: a transaction depends on
   * the newest one with a row in common, and at most on what it depends on by the log. The history
   * of rows begins again with each log, with what defines something, with rows of tables that
   * foreign keys name, with what is written as statements, and when it is full.
   *
   * @param historySize rows that it holds
   * @param isBySession whether those of one session depend on each other
   */
  static int[] byRows(List<Work> all, int historySize, boolean isBySession) {
    int[] byLog = byLog(all);
    int[] parents = new int[all.size()];
    History history = new History(historySize);
    Map<Long, Integer> sessions = new HashMap<>();
    for (int i = 0; i < parents.length; i++) {
      Work work = all.get(i);
      if (i == 0 || work.log() != all.get(i - 1).log()) {
        // Servers begin with the first transaction of the log: no other one depends on less.
        history.begin(work.sequence() > 1 ? i - 1 : i);
        sessions.clear();
      }
      int parent = Math.min(byLog[i], history.add(i, work, byLog[i]));
      if (isBySession) {
        Integer before = sessions.put(work.session(), i);
        parent = Math.max(parent, before == null ? parent : before);
      }
      parents[i] = parent;
    }
    return parents;
  }

  /** Rows that were changed lately, and by which transaction last. */
  private static final class History {
    private final int size;
    private final Map<Long, Integer> newest = new HashMap<>();
    private int begin = -1;

    History(int size) {
      this.size = size;
    }

    void begin(int at) {
      begin = at;
      newest.clear();
    }

    /** The parent by rows alone; that of the log where rows say nothing. */
    int add(int index, Work work, int byLog) {
      Work.Keys keys = work.keys();
      boolean isUsable =
          !work.isDdl()
              && work.statements() == 0
              && keys.isComplete()
              && !keys.isReferenced()
              && (keys.numbers().length > 0 || keys.isKeyless() || keys.isUnknown());
      if (!isUsable) {
        begin(index);
        return byLog;
      }
      boolean isFull = newest.size() + keys.numbers().length > size;
      int parent = begin;
      for (long number : keys.numbers()) {
        Integer before = isFull ? newest.replace(number, index) : newest.put(number, index);
        parent = Math.max(parent, before == null ? begin : before);
      }
      if (isFull) {
        begin(index);
      }
      return keys.isKeyless() || keys.isUnknown() ? byLog : parent;
    }
  }

  /** As appliers take them: none begins before those on which earlier ones depend are done. */
  static int[] raised(int[] parents) {
    int[] raised = Arrays.copyOf(parents, parents.length);
    for (int i = 1; i < raised.length; i++) {
      raised[i] = Math.max(raised[i], raised[i - 1]);
    }
    return raised;
  }
}
