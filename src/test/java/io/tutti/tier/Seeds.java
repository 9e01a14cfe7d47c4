package io.tutti.tier;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** The seeds of a search by random, as the command line names them. */
public final class Seeds {
  private Seeds() {}

  /**
   * @param search such as {@code tutti.stories}: the property that says how many; {@code .seeds}
   *     after it lists them, {@code .seed} is the first one, by default another one each time
   * @param usual how many where the property is not there
   */
  public static List<Long> of(String search, int usual) {
    String wanted = System.getProperty(search + ".seeds", "");
    if (!wanted.isEmpty()) {
      return Arrays.stream(wanted.split(",")).map(Long::valueOf).toList();
    }
    long first = Long.getLong(search + ".seed", System.currentTimeMillis() % 1_000_000);
    return LongStream.range(first, first + Integer.getInteger(search, usual)).boxed().toList();
  }
}
