package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * The parallel settings of an instance.
 *
 * @param optionLines what its option file needs so that a restart keeps what is wanted
 * @param findings what is wrong with them
 */
public record ParallelismView(
    String address,
    String flavor,
    String version,
    List<KnobView> knobs,
    List<GapsView> channels,
    List<String> optionLines,
    List<FindingView> findings) {

  /**
   * One knob.
   *
   * @param name the same on all releases and flavors
   * @param serverName as this server spells it
   * @param desired what an operation was asked to keep
   * @param original what was there before any operation
   * @param drifted whether the value is not the desired one
   */
  public record KnobView(
      String name,
      String serverName,
      Optional<String> channel,
      String role,
      Fact<String> value,
      String defaultValue,
      boolean isDefault,
      Fact<String> persisted,
      Optional<String> desired,
      Optional<String> original,
      boolean drifted,
      String range,
      String applies,
      String description,
      String manual) {}

  /** Whether a channel is free of gaps. */
  public record GapsView(String channel, String gaps, String why) {}
}
