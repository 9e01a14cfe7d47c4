package io.tutti.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.TopologyView;
import io.tutti.cli.view.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static List<TopologyView> cluster(String instances) {
    return List.of(
        Json.parse("{\"name\":\"a\",\"heads\":[],\"instances\":[" + instances + "]}")
            .orElseThrow()
            .as(TopologyView.class));
  }

  @Test
  void showsWhatIsDifferentAndNothingElse() {
    List<TopologyView> before =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"REACHED\",\"ageMillis\":1},{\"address\":\"b:1\",\"contact\":\"REACHED\"}");
    List<TopologyView> after =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"REACHED\",\"ageMillis\":900},{\"address\":\"c:1\",\"contact\":\"PENDING\"}");

    assertThat(Changes.between(before, before)).isEmpty();
    assertThat(Changes.between(before, after))
        .containsExactly("c:1 was found: unknown pending", "b:1 was forgotten");
  }

  @Test
  void namesTheOldAndTheNewState() {
    List<TopologyView> before =
        cluster("{\"address\":\"a:1\",\"contact\":\"REACHED\",\"role\":\"REPLICA\"}");
    List<TopologyView> after =
        cluster(
            "{\"address\":\"a:1\",\"contact\":\"FAILED\",\"role\":\"REPLICA\",\"problems\":[\"INSTANCE_UNREACHABLE\"]}");

    assertThat(Changes.between(before, after))
        .containsExactly("a:1 was replica ok, is replica failed: INSTANCE_UNREACHABLE");
  }
}
