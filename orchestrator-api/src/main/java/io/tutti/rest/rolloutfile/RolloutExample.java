package io.tutti.rest.rolloutfile;

import io.tutti.model.InstanceState;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.TreeSet;

/** A rollout file to begin with: commented, with the names of the servers that are known. */
public final class RolloutExample {
  private static final String FILE =
      """
      # A rollout of Tutti. Check it: tutti rollout validate -f FILE
      # Begin it:               tutti rollout create -f FILE
      name: eight-workers

      # Which servers: those to which all of it applies. Sources are changed only if
      # roles names them, in a wave of their own after all others.
      targets:
        roles: [replica]            # or leaf, intermediate, source
      #%s
      #%s
      #  versions: { from: 8.0.0, before: 9.0.0 }
      #  tags: [env=prod]
      #  instances: [%s]

      # In any flavor's name, or the word advised: what is advised for each.
      settings:
        replica_parallel_workers: 8

      # A canary, then half of all, then the others. The last wave is always 100 percent.
      waves:
        - count: 1
        - percent: 50
        - percent: 100
      soak: 10m                     # how long a wave is watched before it is judged
      #atOnce: { perCluster: 1, total: 10 }

      schedule: now
      #schedule:
      #  zone: Europe/Berlin
      #  at: 2030-12-01T02:00       # or cron: "0 2 * * sat"
      #  windows:
      #    - { days: [sat, sun], from: 02:00, until: 05:00 }
      #  blackouts: [2030-12-24/2031-01-02]

      #gates: { significance: 0.01, trafficWait: 30m }
      onFailure: undo-wave          # or pause, undo-all
      approval: first               # or none, each
      persist: true                 # over restarts of servers; drift is judged by it
      #continuous: true               # servers that match later get it, too, one at a time
      """;

  private RolloutExample() {}

  public static String of(TopologySnapshot topology) {
    List<String> clusters = topology.clusters().stream().map(Cluster::name).limit(5).toList();
    TreeSet<String> flavors = new TreeSet<>();
    topology
        .nodes()
        .values()
        .forEach(node ->
            node.state()
                .map(InstanceState::version)
                .ifPresent(version -> flavors.add(version.flavor())));
    String replica =
        topology.links().stream()
            .findFirst()
            .map(link -> link.replica().toString())
            .or(() ->
                topology.nodes().values().stream()
                    .findFirst()
                    .map(Node::address)
                    .map(Object::toString))
            .orElse("db2:3306");
    return FILE.formatted(
        "  clusters: " + (clusters.isEmpty() ? "[db1:3306]" : clusters),
        "  flavors: " + (flavors.isEmpty() ? "[mysql-8.0]" : flavors),
        replica);
  }
}
