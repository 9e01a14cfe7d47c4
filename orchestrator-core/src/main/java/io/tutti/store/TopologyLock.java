package io.tutti.store;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.OperationId;
import io.tutti.plan.Scope;
import java.util.List;

/**
 * Lends operations what they claim: two that conflict ({@link Scope#conflictsWith}) never have
 * theirs at once. Grants outlive the controller.
 */
public interface TopologyLock {

  /**
   * @throws OrchestratorException TOPOLOGY_LOCKED or INSTANCE_IN_OPERATION, naming the holder
   */
  LockGrant acquire(Scope scope, OperationId holder);

  /**
   * Takes it again for an operation that a restart has cut off, or that was displaced: it has its
   * grant, or nobody has one that conflicts. The new one has a new epoch; whoever still acts under
   * the old one is refused from then on.
   *
   * @throws OrchestratorException as {@link #acquire}, when another operation is in the way
   */
  LockGrant takeOver(Scope scope, OperationId holder);

  /** Gives it back. A grant that is no longer the current one changes nothing. */
  void release(LockGrant grant);

  /** What is held now. */
  List<LockGrant> grants();
}
