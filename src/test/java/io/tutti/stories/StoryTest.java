package io.tutti.stories;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stories as they are drawn, without any server. */
class StoryTest {

  @Test
  void theSameSeedDrawsTheSameActs() {
    for (long seed = 0; seed < 200; seed++) {
      assertThat(Story.draw(seed).script()).isEqualTo(Story.draw(seed).script());
      assertThat(Story.draw(seed)).isEqualTo(Story.draw(seed));
    }
    Set<String> scripts =
        LongStream.range(0, 200)
            .mapToObj(seed -> Story.draw(seed).script())
            .collect(Collectors.toSet());
    assertThat(scripts).hasSize(200);
  }

  @Test
  void everyActIsDrawnSometime() {
    Set<Class<?>> drawn = new HashSet<>();
    Set<Act.Wish> wishes = new HashSet<>();
    LongStream.range(0, 300)
        .mapToObj(Story::draw)
        .flatMap(story -> story.acts().stream())
        .forEach(act -> {
          drawn.add(act.getClass());
          if (act instanceof Act.Ask ask) {
            wishes.add(ask.wish());
          }
        });
    assertThat(drawn).containsExactlyInAnyOrder(Act.class.getPermittedSubclasses());
    assertThat(wishes).containsExactlyInAnyOrder(Act.Wish.values());
  }

  @ParameterizedTest
  @EnumSource
  void aStoryOfEachFamilyIsShort(Family family) {
    for (long seed = 0; seed < 100; seed++) {
      int pauses =
          Story.draw(seed, family).acts().stream()
              .mapToInt(act -> act instanceof Act.Pause pause ? pause.millis() : 0)
              .sum();
      assertThat(pauses).isLessThan(30_000);
    }
  }
}
