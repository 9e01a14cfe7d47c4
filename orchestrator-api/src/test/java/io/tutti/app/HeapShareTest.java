package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeapShareTest {
  private static final long MEGABYTE = 1024 * 1024;

  @Test
  void watchesAsManyServersAsTheHeapHolds() {
    assertThat(HeapShare.instances(Optional.empty(), 256 * MEGABYTE)).isEqualTo(327);
    assertThat(HeapShare.instances(Optional.empty(), 1024 * MEGABYTE)).isEqualTo(2293);
    assertThat(HeapShare.instances(Optional.empty(), 64 * MEGABYTE)).isEqualTo(1);
    assertThat(HeapShare.instances(Optional.of(300), 256 * MEGABYTE)).isEqualTo(300);
  }

  @Test
  void refusesToAllowMoreServersThanTheHeapHolds() {
    assertThatThrownBy(() -> HeapShare.instances(Optional.of(1000), 256 * MEGABYTE))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("holds 327 servers, and tutti.discovery.instances-max allows 1000")
        .hasMessageContaining("set TUTTI_HEAP=519m");
    assertThat(HeapShare.instances(Optional.of(1000), 519 * MEGABYTE)).isEqualTo(1000);
  }

  @Test
  void collectsWhatIsOldWhenHalfOfItIsGarbage() {
    assertThat(HeapShare.isWorthCollecting(39 * MEGABYTE, 0)).isFalse();
    assertThat(HeapShare.isWorthCollecting(41 * MEGABYTE, 0)).isTrue();
    assertThat(HeapShare.isWorthCollecting(41 * MEGABYTE, 20 * MEGABYTE)).isTrue();
    assertThat(HeapShare.isWorthCollecting(399 * MEGABYTE, 200 * MEGABYTE)).isFalse();
    assertThat(HeapShare.isWorthCollecting(401 * MEGABYTE, 200 * MEGABYTE)).isTrue();
  }
}
