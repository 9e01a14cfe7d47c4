package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Fence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FenceTextTest {

  @Test
  void whatIsJournaledIsTheSameFenceAgain() {
    InstanceAddress instance = InstanceAddress.parse("db7:3306");
    Fence fence =
        new Fence(
            instance,
            Instant.parse("2026-11-21T10:00:00.123Z"),
            Optional.of("it lost its disk cache"),
            Optional.of("17"),
            new TreeMap<>(Map.of("offline_mode", "ON", "init_connect", "SIGNAL SQLSTATE '45000'")),
            new TreeMap<>(Map.of("offline_mode", "OFF", "init_connect", "")),
            List.of(
                new Fence.Receiver(InstanceAddress.parse("db8:3306"), "", Optional.empty()),
                new Fence.Receiver(
                    InstanceAddress.parse("[::1]:3307"),
                    "east coast",
                    Optional.of(Instant.parse("2026-11-21T10:00:07.5Z")))),
            List.of(instance, InstanceAddress.parse("db8:3306")),
            List.of("Who has SUPER can still write.", "The hook failed: no."));

    Fence again = FenceText.parse(instance, FenceText.of(fence));
    assertThat(again.receivers()).containsExactlyInAnyOrderElementsOf(fence.receivers());
    assertThat(again.members()).containsExactlyInAnyOrderElementsOf(fence.members());
    assertThat(FenceText.of(again)).isEqualTo(FenceText.of(fence));
  }
}
