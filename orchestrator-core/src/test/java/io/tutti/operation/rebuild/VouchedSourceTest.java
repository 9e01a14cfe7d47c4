package io.tutti.operation.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Deadline;
import org.junit.jupiter.api.Test;

/** A replica takes whatever key its source shows, so nobody is led to a source of unknown key. */
class VouchedSourceTest {
  private static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");
  private static final InstanceAddress TRUSTED = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress STRANGER = InstanceAddress.parse("db9:3306");

  private final Servers servers =
      new Servers() {
        @Override
        public Session open(InstanceAddress address, Deadline deadline) {
          throw new AssertionError("nobody is asked");
        }

        @Override
        public boolean isVouched(InstanceAddress address) {
          return !address.equals(STRANGER);
        }
      };

  @Test
  void noneIsMadeToReplicateFromAStranger() {
    OrchestratorException refusal =
        catchThrowableOfType(
            OrchestratorException.class,
            () -> RebuildRefusal.requireVouched(servers, REPLICA, STRANGER));

    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
    assertThat(refusal.remedies()).containsExactly(Remedy.of(Acts.trust(STRANGER)));
  }

  /** It would be given the password of replicas, so it is refused before anything is stopped. */
  @Test
  void noStrangerIsTheReplica() {
    OrchestratorException refusal =
        catchThrowableOfType(
            OrchestratorException.class,
            () -> RebuildRefusal.requireVouched(servers, STRANGER, TRUSTED));

    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
    assertThat(refusal.observed()).endsWith("Nothing was changed.");
    assertThat(refusal.remedies()).containsExactly(Remedy.of(Acts.trust(STRANGER)));
  }

  @Test
  void oneThatIsTrustedIsTaken() {
    assertThatCode(() -> RebuildRefusal.requireVouched(servers, REPLICA, TRUSTED))
        .doesNotThrowAnyException();
  }
}
