package io.tutti.plugins.sql;

import io.tutti.model.GroupMembership;
import io.tutti.model.Observed;
import java.util.Locale;
import java.util.Optional;

/**
 * The group of a Galera node, by its variables: {@code wsrep_on} is ON and a {@code wsrep_provider}
 * is loaded (Galera manual, "MySQL wsrep options"). A server that could be one and is not has
 * {@code none} there.
 */
final class WsrepGroup {
  private WsrepGroup() {}

  static Observed<GroupMembership> of(LearnedVariables variables) {
    String provider = variables.find("wsrep_provider").orElse("none");
    Optional<String> on = variables.find("wsrep_on");
    boolean isNode =
        on.filter(value -> value.equals("1") || value.toUpperCase(Locale.ROOT).equals("ON"))
                .isPresent()
            && !provider.isEmpty()
            && !provider.equalsIgnoreCase("none");
    return isNode
        ? Observed.known(
            new GroupMembership(
                "a Galera cluster", "wsrep_on=ON" + name(variables.find("wsrep_cluster_name"))))
        : Observed.absent("it is in no group");
  }

  private static String name(Optional<String> cluster) {
    return cluster
        .filter(name -> !name.isEmpty())
        .map(name -> ", wsrep_cluster_name=" + name)
        .orElse("");
  }
}
