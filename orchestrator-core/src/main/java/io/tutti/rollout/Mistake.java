package io.tutti.rollout;

/**
 * What is wrong with a rollout.
 *
 * @param key of the file, such as {@code targets.clusters}; empty for all of it
 * @param sentence what is wrong
 * @param remedy what would be right; empty where the sentence says it
 */
public record Mistake(String key, String sentence, String remedy) {
  @Override
  public String toString() {
    return (key.isEmpty() ? "" : key + ": ") + sentence + (remedy.isEmpty() ? "" : " " + remedy);
  }
}
