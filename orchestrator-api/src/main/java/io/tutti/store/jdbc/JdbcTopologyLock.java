package io.tutti.store.jdbc;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plan.OperationId;
import io.tutti.store.LockGrant;
import io.tutti.store.TopologyLock;
import java.util.List;
import java.util.Optional;

/** One row for each cluster that was ever locked; its epoch only grows. */
final class JdbcTopologyLock implements TopologyLock {
  private final JdbcStore store;

  JdbcTopologyLock(JdbcStore store) {
    this.store = store;
  }

  private record Held(long epoch, Optional<OperationId> holder) {}

  @Override
  public LockGrant acquire(String cluster, OperationId holder) {
    return store.durably(() -> {
      Held now = lockRow(cluster);
      if (now.holder().isPresent()) {
        throw locked(cluster, now.holder().get());
      }
      return grant(cluster, holder, now.epoch() + 1);
    });
  }

  @Override
  public LockGrant takeOver(String cluster, OperationId holder) {
    return store.durably(() -> {
      Held now = lockRow(cluster);
      Optional<OperationId> other = now.holder().filter(each -> !each.equals(holder));
      if (other.isPresent()) {
        throw locked(cluster, other.get());
      }
      return grant(cluster, holder, now.epoch() + 1);
    });
  }

  /** The row, made when there is none, locked until the transaction ends. */
  private Held lockRow(String cluster) {
    return find(cluster)
        .orElseGet(() -> {
          store
              .client()
              .sql("INSERT INTO topology_lock (cluster_name, epoch, holder) VALUES (?, 0, NULL)")
              .params(cluster)
              .update();
          return new Held(0, Optional.empty());
        });
  }

  private Optional<Held> find(String cluster) {
    return store
        .client()
        .sql("SELECT epoch, holder FROM topology_lock WHERE cluster_name = ? FOR UPDATE")
        .params(cluster)
        .query((row, number) ->
            new Held(row.getLong(1), Optional.ofNullable(row.getString(2)).map(OperationId::new)))
        .optional();
  }

  private LockGrant grant(String cluster, OperationId holder, long epoch) {
    store
        .client()
        .sql("UPDATE topology_lock SET epoch = ?, holder = ? WHERE cluster_name = ?")
        .params(epoch, holder.value(), cluster)
        .update();
    return new LockGrant(cluster, holder, epoch);
  }

  private static OrchestratorException locked(String cluster, OperationId holder) {
    return new OrchestratorException(
        ErrorCode.TOPOLOGY_LOCKED,
        cluster,
        "The topology %s is locked by operation %s. Nothing was changed."
            .formatted(cluster, holder),
        List.of("tutti operations follow " + holder));
  }

  /**
   * Refuses whoever acts under an earlier grant. Within a transaction, which from then on keeps the
   * row.
   *
   * @throws OrchestratorException STALE_EPOCH
   */
  void requireCurrent(LockGrant grant) {
    Optional<Held> now = find(grant.cluster());
    boolean current =
        now.filter(held -> held.epoch() == grant.epoch())
            .flatMap(Held::holder)
            .filter(grant.holder()::equals)
            .isPresent();
    if (!current) {
      throw new OrchestratorException(
          ErrorCode.STALE_EPOCH,
          grant.cluster(),
          "Operation %s acts on %s under epoch %d, which is over; the epoch now is %s."
              .formatted(
                  grant.holder(),
                  grant.cluster(),
                  grant.epoch(),
                  now.map(held -> Long.toString(held.epoch())).orElse("none")),
          List.of("ask the controller that leads now"));
    }
  }

  @Override
  public void release(LockGrant grant) {
    store.durably(() ->
        store
            .client()
            .sql(
                "UPDATE topology_lock SET holder = NULL"
                    + " WHERE cluster_name = ? AND epoch = ? AND holder = ?")
            .params(grant.cluster(), grant.epoch(), grant.holder().value())
            .update());
  }

  @Override
  public List<LockGrant> grants() {
    return store
        .client()
        .sql("SELECT cluster_name, holder, epoch FROM topology_lock WHERE holder IS NOT NULL")
        .query((row, number) ->
            new LockGrant(row.getString(1), new OperationId(row.getString(2)), row.getLong(3)))
        .list();
  }
}
