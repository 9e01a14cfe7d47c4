package io.tutti.cli.demo;

import io.tutti.api.InstanceView;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.InstanceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is different between two looks at the same topologies, one sentence each. */
final class Changes {
  private Changes() {}

  static List<String> between(List<TopologyView> before, List<TopologyView> after) {
    Map<String, String> old = statuses(before);
    Map<String, String> now = statuses(after);
    List<String> changes = new ArrayList<>();
    now.forEach((address, status) -> {
      String earlier = old.get(address);
      if (earlier == null) {
        changes.add("%s was found: %s".formatted(address, status));
      } else if (!earlier.equals(status)) {
        changes.add("%s was %s, is %s".formatted(address, earlier, status));
      }
    });
    old.keySet().stream()
        .filter(address -> !now.containsKey(address))
        .forEach(address -> changes.add(address + " was forgotten"));
    return changes;
  }

  private static Map<String, String> statuses(List<TopologyView> clusters) {
    Map<String, String> statuses = new TreeMap<>();
    for (TopologyView cluster : clusters) {
      for (InstanceView instance : cluster.instances()) {
        statuses.put(instance.address(), InstanceStatus.words(instance));
      }
    }
    return statuses;
  }
}
