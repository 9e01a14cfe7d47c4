package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.knob.ApplierScheme;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.tuning.Candidate;
import java.util.List;

/**
 * What can be tried on a replica.
 *
 * @param workers the knob of their number
 * @param schemes the one in force first
 * @param present what it has
 */
record TuningTarget(
    KnobCatalogue catalogue, ServerKnob workers, List<ApplierScheme> schemes, Candidate present) {

  /**
   * @throws OrchestratorException NOTHING_TO_TUNE when it has no workers, or how many is not known
   */
  static TuningTarget of(
      ParallelismEnvironment environment, Session session, InstanceState replica) {
    KnobCatalogue catalogue =
        environment.catalogues().withDurability(session.provider(), replica.version().version());
    ServerKnob workers =
        catalogue
            .workers()
            .orElseThrow(() ->
                refused(
                    replica.address(),
                    "servers of this release have no workers",
                    Remedies.of(Acts.showParallelism(replica.address()))));
    List<ApplierScheme> schemes = session.provider().applierSchemes(replica);
    return new TuningTarget(
        catalogue,
        workers,
        schemes,
        Candidate.of(schemes.getFirst(), workers.name(), workersOf(replica)));
  }

  static int workersOf(InstanceState replica) {
    return replica
        .parallel()
        .workers()
        .asOptional()
        .map(Math::toIntExact)
        .orElseThrow(() ->
            refused(
                replica.address(),
                "how many workers it has is not known",
                Remedies.of(Acts.showParallelism(replica.address()))));
  }

  /** The fewest that it takes. */
  int least() {
    return workers.kind().normalise("0").isPresent() ? 0 : 1;
  }

  /**
   * The one channel over which it replicates.
   *
   * @throws OrchestratorException NOTHING_TO_TUNE when there is none, or several
   */
  static Channel channel(InstanceState state) {
    List<Channel> channels = state.knownChannels();
    if (channels.isEmpty()) {
      throw refused(
          state.address(),
          "it replicates from nobody",
          Remedies.of("name one of its replicas: %s", Acts.showTopology()));
    }
    if (channels.size() > 1) {
      throw refused(
          state.address(),
          "it replicates over %d channels, whose workers share its settings"
              .formatted(channels.size()),
          Remedies.of(Acts.showParallelism(state.address())));
    }
    return channels.getFirst();
  }

  static OrchestratorException refused(InstanceAddress replica, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.NOTHING_TO_TUNE,
        replica.toString(),
        "Which settings are best for %s cannot be found out now: %s. Nothing was changed."
            .formatted(replica, why),
        remedies);
  }
}
