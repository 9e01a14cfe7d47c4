package io.tutti.spi.hook;

/** A kind of hooks, found by the service loader. */
public interface HookProvider {
  /** As it is named in settings: {@code command}. */
  String kind();

  /**
   * @param messages for a kind that speaks HTTP
   * @throws IllegalArgumentException when it cannot be called so, with what is wrong as a sentence
   */
  Hook open(HookOptions options, Messages messages);
}
