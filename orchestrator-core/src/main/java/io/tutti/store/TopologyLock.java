package io.tutti.store;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.OperationId;
import java.util.List;

/** One operation at a time for each cluster. Grants outlive the controller. */
public interface TopologyLock {

  /**
   * @throws OrchestratorException TOPOLOGY_LOCKED, naming the holder
   */
  LockGrant acquire(String cluster, OperationId holder);

  /**
   * Takes the lock again for an operation that a restart has cut off: it holds the lock, or nobody
   * does. The grant has a new epoch; whoever still acts under the old one is refused from then on.
   *
   * @throws OrchestratorException TOPOLOGY_LOCKED when another operation holds it
   */
  LockGrant takeOver(String cluster, OperationId holder);

  /** Gives it back. A grant that is no longer the current one changes nothing. */
  void release(LockGrant grant);

  /** What is held now. */
  List<LockGrant> grants();
}
