package io.tutti.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DetailsTest {
  private record Request(
      String target,
      Optional<String> why,
      boolean force,
      List<String> all,
      Map<String, Integer> set) {}

  @Test
  void whatIsThereIsNamedAndWhatIsNotIsLeftOut() {
    assertThat(
            Details.of(
                new Request(
                    "db7", Optional.of("because"), true, List.of("a", "b"), Map.of("x", 4))))
        .containsExactly(
            Map.entry("all", "a, b"),
            Map.entry("force", "true"),
            Map.entry("set.x", "4"),
            Map.entry("target", "db7"),
            Map.entry("why", "because"));
    assertThat(Details.of(new Request("db7", Optional.empty(), false, List.of(), Map.of())))
        .containsExactly(Map.entry("force", "false"), Map.entry("target", "db7"));
    assertThat(Details.of(Nothing.NOTHING)).isEmpty();
  }

  @Test
  void aGoalSaysItsTargetOnce() {
    Request wish = new Request("db7", Optional.of("because"), false, List.of(), Map.of());
    assertThat(new Goal("lamp.on", "db7", wish))
        .hasToString("lamp.on db7 (force=false, why=because)");
    assertThat(new Goal("lamp.on", "db7", Nothing.NOTHING)).hasToString("lamp.on db7");
  }
}
