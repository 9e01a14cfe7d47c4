package io.tutti.operation.server;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import java.util.function.Supplier;

/**
 * What servers of a flavor cannot do. Planners ask for the statement first, so that it is a refusal
 * before anything is done.
 */
public final class Lacking {
  private Lacking() {}

  /**
   * @param what as in: it cannot ...
   */
  public static Supplier<OrchestratorException> in(InstanceAddress server, String what) {
    return () ->
        new OrchestratorException(
            ErrorCode.UNSUPPORTED_CAPABILITY,
            server.toString(),
            "%s is of a flavor or release that cannot %s.".formatted(server, what),
            Remedies.of(Acts.showInstance(server)));
  }
}
