package io.tutti.stories;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** What a story is about in the main; those are drawn most often in which data is lost. */
enum Family {
  SOURCE_CRASH(4),
  REPLICA_CRASH(3),
  PERSON_DURING_APPLY(1),
  BACKUP(1),
  FAILED_TRANSACTION(1),
  FREEZE(1);

  private final int weight;

  Family(int weight) {
    this.weight = weight;
  }

  static Family draw(RandomGenerator random) {
    int place = random.nextInt(Arrays.stream(values()).mapToInt(each -> each.weight).sum());
    for (Family family : values()) {
      place -= family.weight;
      if (place < 0) {
        return family;
      }
    }
    throw new IllegalStateException("no family at " + place);
  }
}
