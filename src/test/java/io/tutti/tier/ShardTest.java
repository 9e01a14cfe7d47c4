package io.tutti.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.UniqueId;

class ShardTest {
  private static final Map<String, Double> SECONDS =
      Map.of("A#a", 60.0, "A#b", 50.0, "B", 40.0, "C#c", 30.0, "D#d", 20.0);

  @Test
  void eachTestIsInExactlyOneOfThem() {
    for (int of : List.of(1, 2, 6)) {
      Map<String, Integer> dealt = Shard.deal(SECONDS, of);
      for (String test : List.of("A#a", "B", "D#d", "New#unheardOf", "Other#too")) {
        assertThat(IntStream.rangeClosed(1, of).filter(k -> new Shard(k, of).holds(test, dealt)))
            .as("%s of %d", test, of)
            .hasSize(1);
      }
    }
  }

  @Test
  void theyTakeAboutAsLong() {
    assertThat(Shard.deal(SECONDS, 2))
        .isEqualTo(Map.of("A#a", 1, "A#b", 2, "B", 2, "C#c", 1, "D#d", 1));
  }

  @Test
  void badOnesAreRefused() {
    for (String bad : List.of("", "0/6", "7/6", "2", "2/6/1", "a/b", "-1/6", "2 of 6")) {
      assertThatThrownBy(() -> Shard.parse(bad)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Shard.parse(" 2/6 ")).isEqualTo(new Shard(2, 6));
  }

  @Test
  void aMethodIsTheSmallestPartUnlessTheClassSharesItsServers() {
    UniqueId engine = UniqueId.forEngine("junit-jupiter");
    assertThat(ShardFilter.unit(engine.append("class", "io.tutti.tier.ShardTest"))).isEmpty();
    assertThat(
            ShardFilter.unit(
                engine
                    .append("class", "io.tutti.tier.ShardTest")
                    .append("test-template", "some(io.tutti.Release)")
                    .append("test-template-invocation", "#1")))
        .contains("ShardTest#some");
    assertThat(
            ShardFilter.unit(
                engine
                    .append("class", "io.tutti.contract.MySql57ContractTest")
                    .append("nested-class", "Trouble")
                    .append("method", "some()")))
        .contains("MySql57ContractTest");
    assertThat(
            ShardFilter.unit(
                engine
                    .append("class-template", "io.tutti.contract.EveryReleaseTest")
                    .append("method", "some()")))
        .contains("EveryReleaseTest");
  }

  @Test
  void whatThisRunWantsIsReadFromItsGroups() {
    assertThat(from("", "containers,thorough,soak")).containsExactly("quick");
    assertThat(from("thorough | partly-thorough", "containers,soak")).containsExactly("slow");
    assertThat(from("", "containers")).containsExactly("quick", "slow");
    assertThat(from("", "")).containsExactly("quick", "slow");
  }

  @Test
  void nothingOfAMethodThatIsThoroughAsAWholeIsQuick() {
    assertThat(from("", "containers,thorough,soak", "thorough")).isEmpty();
    assertThat(from("thorough | partly-thorough", "containers,soak", "thorough"))
        .containsExactly("quick", "slow");
    assertThat(from("", "containers", "thorough")).containsExactly("quick", "slow");
  }

  private static Stream<String> from(String groups, String excluded, String... tags) {
    return Selection.of(groups, excluded).from(List.of("quick"), List.of("slow"), Set.of(tags));
  }
}
