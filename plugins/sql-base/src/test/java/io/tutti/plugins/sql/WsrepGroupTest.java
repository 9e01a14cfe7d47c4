package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.GroupMembership;
import io.tutti.model.Observed;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which variables show a Galera node: no server of the tests has a provider. */
class WsrepGroupTest {
  private static Observed<GroupMembership> of(Map<String, String> variables) {
    return WsrepGroup.of(LearnedVariables.of(variables));
  }

  @Test
  void aNodeHasItSwitchedOnAndAProvider() {
    assertThat(
            of(
                Map.of(
                    "wsrep_on",
                    "ON",
                    "wsrep_provider",
                    "/usr/lib/galera/libgalera_smm.so",
                    "wsrep_cluster_name",
                    "orders")))
        .isEqualTo(
            Observed.known(
                new GroupMembership("a Galera cluster", "wsrep_on=ON, wsrep_cluster_name=orders")));
  }

  @Test
  void aServerThatCouldBeOneIsNone() {
    assertThat(of(Map.of("wsrep_on", "OFF", "wsrep_provider", "none")).isKnown()).isFalse();
    assertThat(of(Map.of("wsrep_on", "ON", "wsrep_provider", "none")).isKnown()).isFalse();
    assertThat(of(Map.of("wsrep_on", "OFF", "wsrep_provider", "/lib/x.so")).isKnown()).isFalse();
    assertThat(of(Map.of()).isKnown()).isFalse();
  }
}
