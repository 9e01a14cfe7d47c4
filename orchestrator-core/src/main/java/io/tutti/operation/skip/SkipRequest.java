package io.tutti.operation.skip;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.List;
import java.util.Optional;

/**
 * That somebody wants a replica to leave out one transaction.
 *
 * @param gtid which; empty for the one that fails
 * @param channel over which it came; empty where the replica has one channel
 */
public record SkipRequest(InstanceAddress instance, Optional<Gtid> gtid, Optional<String> channel) {
  public static final String SKIP = "transactions.skip";

  /**
   * @param gtid as its servers print it
   * @throws OrchestratorException INVALID_REQUEST when that is no GTID
   */
  public static SkipRequest of(
      InstanceAddress instance, Optional<String> gtid, Optional<String> channel) {
    return new SkipRequest(instance, gtid.map(text -> parse(instance, text)), channel);
  }

  private static Gtid parse(InstanceAddress instance, String text) {
    try {
      return Gtid.parse(text);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          instance.toString(),
          "\"%s\" is not the GTID of one transaction: %s. Nothing was changed."
              .formatted(text, e.getMessage()),
          List.of("name one as the server prints it: UUID:NUMBER, or DOMAIN-SERVER-SEQUENCE"),
          e);
    }
  }

  public Goal toGoal() {
    return new Goal(SKIP, instance.toString(), this);
  }
}
