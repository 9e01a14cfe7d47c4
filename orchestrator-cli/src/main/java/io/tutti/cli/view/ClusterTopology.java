package io.tutti.cli.view;

import java.util.List;

/**
 * A cluster with all of its instances.
 *
 * @param heads the addresses where its tree is drawn from
 */
public record ClusterTopology(String name, List<String> heads, List<InstanceView> instances) {
  public ClusterTopology {
    heads = List.copyOf(heads);
    instances = List.copyOf(instances);
  }

  public static ClusterTopology of(Json json) {
    return new ClusterTopology(
        json.textOr("name", "?"),
        json.texts("heads"),
        json.at("instances").items().stream().map(InstanceView::of).toList());
  }
}
