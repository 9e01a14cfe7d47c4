package io.tutti.spi.knob;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that somebody may have meant: few letters away, or with the same words. */
public final class NearNames {
  private static final int NEAR_MAX = 3;

  /** So many letters may differ for each whole name of this length, at least two. */
  private static final int LETTERS_PER_MISTAKE = 5;

  private NearNames() {}

  /** The nearest names, nearest first, at most three. */
  public static List<String> of(String meant, Collection<String> known) {
    String wanted = meant.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    int mistakesMax = Math.max(2, wanted.length() / LETTERS_PER_MISTAKE);
    return known.stream()
        .filter(name ->
            distance(wanted, name) <= mistakesMax || (!wanted.isEmpty() && name.contains(wanted)))
        .sorted(Comparator.comparingInt((String name) -> distance(wanted, name)))
        .limit(NEAR_MAX)
        .toList();
  }

  /** Letters to insert, delete or replace (Levenshtein). */
  public static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
