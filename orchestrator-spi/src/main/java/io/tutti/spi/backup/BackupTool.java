package io.tutti.spi.backup;

import io.tutti.spi.knob.VersionRange;
import java.util.List;

/**
 * A tool that copies a server, as it is to be called during a backup session.
 *
 * @param servers the server releases that it copies
 * @param command with the options that a copy for a replica needs
 * @param why each of these options, and what else is to be known
 * @param leaveOut options that do harm during a session
 */
public record BackupTool(
    String name, VersionRange servers, String command, String why, List<Unwanted> leaveOut) {

  /** An option that does harm, and why. */
  public record Unwanted(String option, String why) {}

  public BackupTool {
    leaveOut = List.copyOf(leaveOut);
  }

  public BackupTool without(String option, String because) {
    List<Unwanted> more = new java.util.ArrayList<>(leaveOut);
    more.add(new Unwanted(option, because));
    return new BackupTool(name, servers, command, why, more);
  }
}
