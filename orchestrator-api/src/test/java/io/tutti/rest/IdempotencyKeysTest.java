package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.security.Caller;
import io.tutti.store.Role;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest {
  private static Caller caller(String name) {
    return new Caller(name, Role.OPERATOR, "127.0.0.1", Optional.empty());
  }

  @Test
  void eachTokenHasItsOwnKeys() {
    assertThat(Operations.usable(caller("alice"), "1"))
        .isEqualTo(Operations.usable(caller("alice"), " 1 "))
        .isNotEqualTo(Operations.usable(caller("bob"), "1"));
  }

  @Test
  void anEmptyKeyIsNoneAndALongOneIsRefused() {
    assertThat(Operations.usable(caller("alice"), "")).isEmpty();
    assertThat(Operations.usable(caller("alice"), "  ")).isEmpty();
    assertThatThrownBy(() -> Operations.usable(caller("alice"), "k".repeat(201)))
        .isInstanceOf(OrchestratorException.class);
  }
}
