package io.tutti.store.jdbc;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Claim;
import io.tutti.plan.OperationId;
import io.tutti.plan.Scope;
import io.tutti.store.LockGrant;
import io.tutti.store.TopologyLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One row for each grant, and one for each cluster that was ever locked, whose epoch only grows: a
 * transaction that grants keeps that one, so that two of a cluster follow each other.
 */
final class JdbcTopologyLock implements TopologyLock {
  private static final String GRANTS =
      "SELECT cluster_name, holder, epoch, claim, instances FROM lock_grant ";

  private final JdbcStore store;

  JdbcTopologyLock(JdbcStore store) {
    this.store = store;
  }

  /** Durable with the operation, which is created next; a lock without one is nobody's. */
  @Override
  public LockGrant acquire(Scope scope, OperationId holder) {
    return store.committed(() -> {
      long epoch = nextEpoch(scope.cluster());
      refuseConflicts(scope, grants());
      return grant(new LockGrant(scope, holder, epoch));
    });
  }

  @Override
  public LockGrant takeOver(Scope scope, OperationId holder) {
    return store.durably(() -> {
      long epoch = nextEpoch(scope.cluster());
      refuseConflicts(
          scope, grants().stream().filter(grant -> !grant.holder().equals(holder)).toList());
      delete(holder);
      return grant(new LockGrant(scope, holder, epoch));
    });
  }

  private static void refuseConflicts(Scope scope, List<LockGrant> grants) {
    grants.stream()
        .filter(grant -> grant.scope().conflictsWith(scope))
        .findFirst()
        .ifPresent(grant -> {
          throw grant.refusal(scope);
        });
  }

  /**
   * Of the cluster's row, which is made when there is none, and kept until the transaction ends.
   */
  private long nextEpoch(String cluster) {
    int counted =
        store
            .client()
            .sql("UPDATE topology_lock SET epoch = epoch + 1 WHERE cluster_name = ?")
            .params(cluster)
            .update();
    if (counted == 0) {
      store
          .client()
          .sql("INSERT INTO topology_lock (cluster_name, epoch) VALUES (?, 1)")
          .params(cluster)
          .update();
    }
    return store
        .client()
        .sql("SELECT epoch FROM topology_lock WHERE cluster_name = ?")
        .params(cluster)
        .query(Long.class)
        .single();
  }

  private LockGrant grant(LockGrant grant) {
    store
        .client()
        .sql(
            "INSERT INTO lock_grant (cluster_name, holder, epoch, claim, instances)"
                + " VALUES (?, ?, ?, ?, ?)")
        .params(
            grant.cluster(),
            grant.holder().value(),
            grant.epoch(),
            grant.scope().claim().name(),
            grant.scope().instances().stream()
                .map(InstanceAddress::toString)
                .collect(Collectors.joining(",")))
        .update();
    return grant;
  }

  private int delete(OperationId holder) {
    return store
        .client()
        .sql("DELETE FROM lock_grant WHERE holder = ?")
        .params(holder.value())
        .update();
  }

  /**
   * Refuses whoever acts under an earlier grant. Within a transaction, which from then on keeps the
   * grant's row.
   *
   * @throws OrchestratorException STALE_EPOCH
   */
  void requireCurrent(LockGrant grant) {
    Optional<Long> now =
        store
            .client()
            .sql("SELECT epoch FROM lock_grant WHERE holder = ? FOR UPDATE")
            .params(grant.holder().value())
            .query(Long.class)
            .optional();
    if (!now.equals(Optional.of(grant.epoch()))) {
      throw new OrchestratorException(
          ErrorCode.STALE_EPOCH,
          grant.cluster(),
          "Operation %s acts on %s under epoch %d, which is over; its epoch now is %s."
              .formatted(
                  grant.holder(),
                  grant.cluster(),
                  grant.epoch(),
                  now.map(Object::toString).orElse("none")),
          List.of("ask the controller that leads now"));
    }
  }

  /** One whose operation has ended is released after a restart, too. */
  @Override
  public void release(LockGrant grant) {
    store.committed(() ->
        store
            .client()
            .sql("DELETE FROM lock_grant WHERE holder = ? AND epoch = ?")
            .params(grant.holder().value(), grant.epoch())
            .update());
  }

  @Override
  public List<LockGrant> grants() {
    return store.client().sql(GRANTS + "ORDER BY holder").query((row, number) -> read(row)).list();
  }

  private static LockGrant read(ResultSet row) throws SQLException {
    List<InstanceAddress> instances =
        Arrays.stream(row.getString(5).split(",", -1))
            .filter(name -> !name.isEmpty())
            .map(InstanceAddress::parse)
            .toList();
    Scope of = Scope.of(row.getString(1), instances);
    return new LockGrant(
        new Scope(of.cluster(), Claim.valueOf(row.getString(4)), of.instances()),
        new OperationId(row.getString(2)),
        row.getLong(3));
  }
}
