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
 * {@code prefer}, {@code neutral} or {@code must_not}, {@code dc} names a data centre, and {@code
 * region} the region of it. Pure.
 *
 * @param wishes what was said of each; who is not listed is neutral
 * @param places where each is; who is not listed is at a place that nobody told
 * @param shown whom a plan has shown already: people expect that one, so of those that are wanted
 *     alike it stays the one
 */
public record PromotionRules(
    Map<InstanceAddress, Wish> wishes,
    Map<InstanceAddress, Place> places,
    Optional<InstanceAddress> shown) {
  /** The name of the tag that says it. */
  public static final String TAG = "promotion";

  /** The name of the tag that tells a data centre. */
  public static final String DATA_CENTRE_TAG = "dc";

  /** The name of the tag that tells a region. */
  public static final String REGION_TAG = "region";

  /** Nobody said anything. */
  public static final PromotionRules NONE =
      new PromotionRules(Map.of(), Map.of(), Optional.empty());

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

  /** How far apart two servers are, as far as it is told; the first is taken first. */
  public enum Distance {
    SAME_DATA_CENTRE,
    SAME_REGION,
    /** In others, or nobody told. */
    ELSEWHERE
  }

  /** Where a server is, as its tags tell. */
  public record Place(Optional<String> dataCentre, Optional<String> region) {
    static final Place UNKNOWN = new Place(Optional.empty(), Optional.empty());

    static Place of(Map<String, String> tags) {
      return new Place(
          Optional.ofNullable(tags.get(DATA_CENTRE_TAG)),
          Optional.ofNullable(tags.get(REGION_TAG)));
    }

    /** Data centres of two regions may have the same name, and are two. */
    Distance to(Place other) {
      if (isOther(region, other.region)) {
        return Distance.ELSEWHERE;
      }
      if (isSame(dataCentre, other.dataCentre)) {
        return Distance.SAME_DATA_CENTRE;
      }
      return isSame(region, other.region) ? Distance.SAME_REGION : Distance.ELSEWHERE;
    }

    private static boolean isSame(Optional<String> one, Optional<String> other) {
      return one.isPresent() && one.equals(other);
    }

    private static boolean isOther(Optional<String> one, Optional<String> other) {
      return one.isPresent() && other.isPresent() && !one.equals(other);
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
    Map<InstanceAddress, Place> places = new HashMap<>();
    for (InstanceAddress server : servers) {
      Map<String, String> said = tags.apply(server);
      Optional.ofNullable(said.get(TAG)).ifPresent(word -> wishes.put(server, Wish.of(word)));
      places.put(server, Place.of(said));
    }
    return new PromotionRules(wishes, places, Optional.empty());
  }

  /** The same, after a plan has shown somebody. */
  public PromotionRules keeping(Optional<InstanceAddress> successor) {
    return new PromotionRules(wishes, places, successor);
  }

  public Wish of(InstanceAddress server) {
    return wishes.getOrDefault(server, Wish.NEUTRAL);
  }

  public Distance between(InstanceAddress one, InstanceAddress other) {
    return placeOf(one).to(placeOf(other));
  }

  private Place placeOf(InstanceAddress server) {
    return places.getOrDefault(server, Place.UNKNOWN);
  }

  /**
   * Who is wanted more comes first; of those that are wanted alike, who is nearer to the old one;
   * and of those the one that was shown.
   */
  public Comparator<InstanceAddress> order(InstanceAddress old) {
    return Comparator.<InstanceAddress, Wish>comparing(this::of)
        .thenComparing(each -> between(each, old))
        .thenComparing(each -> shown.filter(each::equals).isEmpty());
  }
}
