package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.store.RememberedClusters;
import io.tutti.topology.RememberedCluster;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps, with each view of the world, who is below each source while it lives. What is as it was is
 * not written again.
 */
public final class Remembrance implements Consumer<JudgedWorld> {
  private final RememberedClusters kept;

  public Remembrance(RememberedClusters kept) {
    this.kept = kept;
  }

  @Override
  public void accept(JudgedWorld judged) {
    List<RememberedCluster> before = kept.all();
    Map<InstanceAddress, RememberedCluster> gone = new LinkedHashMap<>();
    before.forEach(each -> gone.put(each.source(), each));
    for (RememberedCluster each : RememberedCluster.after(before, judged.view())) {
      if (!each.equals(gone.remove(each.source()))) {
        kept.save(each);
      }
    }
    gone.keySet().forEach(kept::remove);
  }
}
