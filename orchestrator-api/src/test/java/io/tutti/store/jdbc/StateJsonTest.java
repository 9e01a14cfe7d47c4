package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.store.jdbc.MadeUpStates.Filling;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class StateJsonTest {
  private final JsonMapper json = StateJson.mapper();

  @ParameterizedTest
  @EnumSource(Filling.class)
  void readsExactlyWhatWasWritten(Filling filling) {
    Node node = MadeUpStates.node(filling, "db7:3306");

    Node read = json.readValue(json.writeValueAsString(node), Node.class);

    assertThat(read).isEqualTo(node);
    assertThat(read.state().orElseThrow().knownChannels())
        .isEqualTo(node.state().orElseThrow().knownChannels());
  }

  @Test
  void keepsTheFormThatTheStoreOfAnOlderReleaseHas() {
    String written = json.writeValueAsString(MadeUpStates.node(Filling.UNKNOWN, "db7:3306"));

    assertThat(written)
        .startsWith("{\"address\":\"db7:3306\",\"foundVia\":\"db1:3306\",\"firstSeen\":")
        .contains("\"readOnly\":{\"unknown\":\"could not read ")
        .contains("\"since\":\"2026-11-20T00:00:00.000000001Z\"");
    assertThat(json.writeValueAsString(MadeUpStates.node(Filling.KNOWN, "db7:3306")))
        .contains(List.of("\"executed\":{\"value\":{\"family\":\"uuid\",\"text\":"))
        .contains("\"heartbeatPeriod\":{\"value\":\"PT");
  }

  /** It did not show which stops were not answered. */
  @Test
  void readsAFenceThatAnOlderReleaseHasKept() {
    Fence read =
        json.readValue(
            """
            {"instance":"db1:3306","since":"2026-11-20T00:00:00Z","why":null,"incident":null,
             "shut":{"offline_mode":"ON"},"before":{"offline_mode":"OFF"},
             "receivers":[{"replica":"db2:3306","channel":""}],"members":[],"open":[]}
            """,
            Fence.class);

    Fence.Receiver answered =
        new Fence.Receiver(InstanceAddress.parse("db2:3306"), "", Optional.empty());
    assertThat(read.receivers()).containsExactly(answered);
    Fence now =
        read.stopping(answered.notAnsweredAt(Instant.parse("2026-11-22T00:00:00.000000001Z")));
    assertThat(now.receivers()).hasSize(1);
    assertThat(json.readValue(json.writeValueAsString(now), Fence.class)).isEqualTo(now);
  }
}
