package io.tutti.stories;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What is played on which servers: a function of the seed alone. */
record Story(long seed, Setup setup, List<Act> acts) {

  Story {
    acts = List.copyOf(acts);
  }

  /** Of any family. */
  static Story draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return draw(seed, random, Family.draw(random));
  }

  /** Of one family; another story than {@link #draw(long)} makes of the same seed. */
  static Story draw(long seed, Family family) {
    return draw(seed, new SplittableRandom(seed), family);
  }

  private static Story draw(long seed, SplittableRandom random, Family family) {
    Setup setup = Setup.draw(random);
    Scenes scenes = new Scenes(random, setup);
    List<Act> acts = new ArrayList<>(scenes.opening());
    acts.addAll(scenes.of(family));
    if (random.nextInt(3) == 0) {
      acts.addAll(scenes.of(Family.draw(random)));
    }
    scenes.disturb(acts);
    return new Story(seed, setup, acts);
  }

  /** The same servers, and of the acts only some, by their numbers: to find those that matter. */
  Story keeping(List<Integer> numbers) {
    return new Story(seed, setup, numbers.stream().map(number -> acts.get(number - 1)).toList());
  }

  String script() {
    StringBuilder script = new StringBuilder(setup.line());
    for (int i = 0; i < acts.size(); i++) {
      script.append("\n%3d. %s".formatted(i + 1, acts.get(i).line()));
    }
    return script.toString();
  }
}
