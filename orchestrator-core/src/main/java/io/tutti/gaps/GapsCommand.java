package io.tutti.gaps;

import io.tutti.model.InstanceAddress;

/** What people type to have gaps closed, as remedies name it. */
public final class GapsCommand {
  private GapsCommand() {}

  /**
   * {@code tutti gaps close db7:3306 --channel 'east'}: of that channel alone, as another may stand
   * for a reason of its own.
   *
   * @param channel empty for the default one
   */
  public static String close(InstanceAddress instance, String channel) {
    return "tutti gaps close "
        + instance
        + (channel.isEmpty() ? "" : " --channel '%s'".formatted(channel));
  }
}
