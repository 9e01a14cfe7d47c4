package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.RememberedClusters;
import io.tutti.topology.RememberedCluster;
import java.util.List;

/** One row for each source. */
final class JdbcRememberedClusters implements RememberedClusters {
  private final KeyedDocuments<RememberedCluster> rows;

  JdbcRememberedClusters(JdbcStore store) {
    this.rows =
        new KeyedDocuments<>(store, new Documents(), RememberedCluster.class, "remembered_cluster");
  }

  @Override
  public List<RememberedCluster> all() {
    return rows.all();
  }

  @Override
  public void save(RememberedCluster cluster) {
    rows.save(cluster.source().toString(), cluster);
  }

  @Override
  public void remove(InstanceAddress source) {
    rows.remove(source.toString());
  }
}
