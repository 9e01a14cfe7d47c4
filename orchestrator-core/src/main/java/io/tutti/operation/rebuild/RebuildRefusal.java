package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers;

/** The words of what is refused. */
final class RebuildRefusal {
  private RebuildRefusal() {}

  static OrchestratorException unsafe(InstanceAddress instance, String why) {
    return unsafe(instance, why, Remedies.none());
  }

  static OrchestratorException unsafe(InstanceAddress instance, String why, String advice) {
    return unsafe(instance, why, Remedies.of(advice));
  }

  static OrchestratorException unsafe(InstanceAddress instance, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.REBUILD_NOT_SAFE,
        instance.toString(),
        "%s cannot be rebuilt: %s. Nothing was changed.".formatted(instance, why),
        remedies);
  }

  /**
   * The server logs in to its source with the account of replicas, and without TLS asks it for the
   * key to encrypt the password for (GET_SOURCE_PUBLIC_KEY): nobody checks that key there.
   *
   * @throws OrchestratorException SERVER_UNTRUSTED where only other servers named one of the two
   */
  static void requireVouched(Servers servers, InstanceAddress instance, InstanceAddress source) {
    requireVouched(servers, instance, "be given the password of replicas");
    if (!servers.isVouched(source)) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          source.toString(),
          "%s would give the password of replicas to %s, which is known only from what other servers report. Nothing was changed."
              .formatted(instance, source),
          Remedies.of(Acts.trust(source)));
    }
  }

  /**
   * @param what would be done, with a password that it would read
   * @throws OrchestratorException SERVER_UNTRUSTED where only other servers named it
   */
  static void requireVouched(Servers servers, InstanceAddress server, String what) {
    if (!servers.isVouched(server)) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          server.toString(),
          "%s would %s, and is known only from what other servers report. Nothing was changed."
              .formatted(server, what),
          Remedies.of(Acts.trust(server)));
    }
  }

  static OrchestratorException notAsked(InstanceAddress instance) {
    return new OrchestratorException(
        ErrorCode.NOT_TO_BE_REBUILT,
        instance.toString(),
        "%s is not marked to be rebuilt, and no open restart of it may have cost something. Nothing was changed."
            .formatted(instance),
        Remedies.of("if it lost its place to another server: %s", Acts.rejoin(instance))
            .or(Acts.showCrash(instance))
            .or("%s, if all its data may be lost", Acts.markToRebuild(instance)));
  }
}
