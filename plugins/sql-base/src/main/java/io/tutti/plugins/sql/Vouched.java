package io.tutti.plugins.sql;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.spi.Target;

/** Statements that hold a password are said only to servers that a person or a key vouches for. */
final class Vouched {
  private Vouched() {}

  /**
   * @param what is to be done, for which it would be given a password
   * @throws OrchestratorException SERVER_UNTRUSTED
   */
  static void require(Target target, String what) {
    if (!target.trust().vouched()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          target.address().toString(),
          "%s would be given a password to %s, and is known only from what other servers report. Nothing was sent to it."
              .formatted(target.address(), what),
          Remedies.of(Acts.trust(target.address())));
    }
  }
}
