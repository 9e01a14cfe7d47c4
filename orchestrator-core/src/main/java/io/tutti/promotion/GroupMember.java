package io.tutti.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.GroupMembership;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.Optional;

/**
 * Servers of a group that goes on without one of them, and chooses by itself who takes writes: who
 * has the place of one is not known here, so nobody is promoted in it. Pure, by what was read last.
 */
public final class GroupMember {
  private GroupMember() {}

  /** Why nothing takes the place of that server; empty where it is in no group. */
  public static Optional<String> why(TopologySnapshot topology, InstanceAddress server) {
    return topology.find(server).flatMap(Node::state).flatMap(GroupMember::why);
  }

  /** The same of one reading. */
  public static Optional<String> why(InstanceState state) {
    return switch (state.group()) {
      case Observed.Known<GroupMembership>(GroupMembership group) ->
          Optional.of(
              "it is a member of %s, which continues without it and chooses itself who takes writes"
                  .formatted(group));
      case Observed.Absent<GroupMembership> none -> Optional.empty();
      case Observed.Unknown<GroupMembership>(String cause) ->
          Optional.of(
              "whether it is a member of a group, which would go on without it, is not known: "
                  + cause);
    };
  }

  /** What a person does. */
  public static Remedies remedies() {
    return Remedies.of(
        "look which member of its group takes writes now, and let its replicas replicate from that one");
  }
}
