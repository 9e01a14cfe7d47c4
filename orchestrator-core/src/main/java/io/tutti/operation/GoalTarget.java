package io.tutti.operation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;

/** Finds what a goal names, or refuses. */
public final class GoalTarget {
  private GoalTarget() {}

  /**
   * @throws OrchestratorException UNKNOWN_INSTANCE
   */
  public static Cluster clusterOf(TopologySnapshot snapshot, InstanceAddress instance) {
    return snapshot.clusterOf(instance).orElseThrow(() -> unknown(instance.toString()));
  }

  /** That neither a server nor a cluster goes by that name. */
  public static OrchestratorException unknown(String target) {
    return new OrchestratorException(
        ErrorCode.UNKNOWN_INSTANCE,
        target,
        "%s is not known. Nothing was changed.".formatted(target),
        Remedies.of(Acts.discover(target)));
  }

  /**
   * @throws OrchestratorException GAPS_UNKNOWN when the server answers and its channels cannot be
   *     read
   */
  public static void requireChannels(InstanceState state) {
    if (state.channels() instanceof Observed.Unknown<List<Channel>>(String why)) {
      throw new OrchestratorException(
          ErrorCode.GAPS_UNKNOWN,
          state.address().toString(),
          "What %s replicates is not known: %s. Nothing was changed."
              .formatted(state.address(), why),
          Remedies.of(Acts.showInstance(state.address())));
    }
  }

  /**
   * @param name of the channel that is meant; empty for all
   * @throws OrchestratorException UNKNOWN_CHANNEL when there is none
   */
  public static List<Channel> channels(InstanceState state, Optional<String> name) {
    List<Channel> wanted =
        state.knownChannels().stream()
            .filter(channel -> name.map(channel.name()::equals).orElse(true))
            .toList();
    if (wanted.isEmpty()) {
      List<String> names =
          state.knownChannels().stream().map(channel -> "'" + channel.name() + "'").toList();
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_CHANNEL,
          state.address().toString(),
          "%s replicates over %s. Nothing was changed."
              .formatted(
                  state.address(),
                  names.isEmpty() ? "no channel" : "no channel of that name; it has " + names),
          Remedies.of(Acts.showInstance(state.address())));
    }
    return wanted;
  }
}
