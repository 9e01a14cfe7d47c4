package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where people want a source, and where not, as they say by tags of servers: {@code promotion} is
 * {@code prefer}, {@code neutral} or {@code must_not}, and {@code dc} names a data centre. Pure.
 *
 * @param wishes what was said of each; who is not listed is neutral
 * @param places the data centre of each, where it is told
 */
public record PromotionRules(
    Map<InstanceAddress, Wish> wishes, Map<InstanceAddress, String> places) {
  /** The name of the tag that says it. */
  public static final String TAG = "promotion";

  /** The name of the tag that tells a data centre. */
  public static final String PLACE_TAG = "dc";

  /** Nobody said anything. */
  public static final PromotionRules NONE = new PromotionRules(Map.of(), Map.of());

  /** What is said of one server; the first is taken first. */
  public enum Wish {
    PREFER("prefer"),
    NEUTRAL("neutral"),
    MUST_NOT("must_not"),
    /** A word that is none of these: nobody knows what is wanted, so it is not promoted. */
    NOT_UNDERSTOOD("");

    private final String word;

    Wish(String word) {
      this.word = word;
    }

    /** Whether it says something of which it is known what is wanted. */
    public static boolean isWord(String text) {
      return of(text) != NOT_UNDERSTOOD;
    }

    static Wish of(String text) {
      for (Wish each : values()) {
        if (each != NOT_UNDERSTOOD && each.word.equals(text)) {
          return each;
        }
      }
      return NOT_UNDERSTOOD;
    }
  }

  public PromotionRules {
    wishes = Map.copyOf(wishes);
    places = Map.copyOf(places);
  }

  /**
   * @param tags of a server, by their names
   */
  public static PromotionRules of(
      Collection<InstanceAddress> servers,
      Function<InstanceAddress, ? extends Map<String, String>> tags) {
    Map<InstanceAddress, Wish> wishes = new HashMap<>();
    Map<InstanceAddress, String> places = new HashMap<>();
    for (InstanceAddress server : servers) {
      Map<String, String> said = tags.apply(server);
      Optional.ofNullable(said.get(TAG)).ifPresent(word -> wishes.put(server, Wish.of(word)));
      Optional.ofNullable(said.get(PLACE_TAG)).ifPresent(place -> places.put(server, place));
    }
    return new PromotionRules(wishes, places);
  }

  public Wish of(InstanceAddress server) {
    return wishes.getOrDefault(server, Wish.NEUTRAL);
  }

  /** Whether both are known to be in one data centre. */
  public boolean isBeside(InstanceAddress one, InstanceAddress other) {
    return Optional.ofNullable(places.get(one))
        .filter(place -> place.equals(places.get(other)))
        .isPresent();
  }

  /** Who is wanted more comes first; of those that are wanted alike, who is beside the old one. */
  public Comparator<InstanceAddress> order(InstanceAddress old) {
    return Comparator.<InstanceAddress, Wish>comparing(this::of)
        .thenComparing(each -> !isBeside(each, old));
  }
}
