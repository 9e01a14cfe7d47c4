package io.tutti.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.cli.view.ClusterTopology;
import io.tutti.cli.view.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static List<ClusterTopology> cluster(String instances) {
    return List.of(
        ClusterTopology.of(
            Json.parse("{\"name\":\"a\",\"heads\":[],\"instances\":[" + instances + "]}")
                .orElseThrow()));
  }

  @Test
  void tellsWhatIsDifferentAndNothingElse() {
    List<ClusterTopology> before =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"REACHED\",\"ageMillis\":1},{\"address\":\"b:1\",\"contact\":\"REACHED\"}");
    List<ClusterTopology> after =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"REACHED\",\"ageMillis\":900},{\"address\":\"c:1\",\"contact\":\"PENDING\"}");

    assertThat(Changes.between(before, before)).isEmpty();
    assertThat(Changes.between(before, after))
        .containsExactly("c:1 was found: unknown pending", "b:1 was forgotten");
  }

  @Test
  void tellsTheOldAndTheNewState() {
    List<ClusterTopology> before =
        cluster("{\"address\":\"a:1\",\"contact\":\"REACHED\",\"role\":\"REPLICA\"}");
    List<ClusterTopology> after =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"FAILED\",\"role\":\"REPLICA\",\"problems\":[\"INSTANCE_UNREACHABLE\"]}");

    assertThat(Changes.between(before, after))
        .containsExactly("a:1 was replica ok, is replica failed: INSTANCE_UNREACHABLE");
  }
}
