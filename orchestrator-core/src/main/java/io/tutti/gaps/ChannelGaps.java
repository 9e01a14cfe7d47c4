package io.tutti.gaps;

/**
 * Whether a channel's applier has left transactions out that later ones of its source ran past. A
 * sum of what was read, so while the applier runs it holds for the moment of the reading only.
 */
public sealed interface ChannelGaps {

  /**
   * How that is known: part of a sentence, such as {@code no worker went past binlog.000001:1361}.
   */
  String why();

  /** It has not. */
  record Free(String why) implements ChannelGaps {}

  /** It has: these. */
  record Open(Missing missing, String why) implements ChannelGaps {}

  /** It cannot be known from what was read; whoever decides takes it for a gap. */
  record Unknown(String why) implements ChannelGaps {}

  default boolean isFree() {
    return this instanceof Free;
  }
}
