package io.tutti.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A backup session.
 *
 * @param open whether the replica is kept stopped by it
 * @param broken what was seen that must not be, at its end or, while it is open, by the last
 *     reading; absent while all is well
 * @param because why this replica; absent when it was named
 * @param coordinates where the server is, in every form that is known
 */
public record BackupView(
    String id,
    String instance,
    boolean open,
    Optional<String> broken,
    Instant beganAt,
    Duration ttl,
    Instant expiresAt,
    Optional<Instant> endedAt,
    Optional<String> because,
    List<HeldView> channels,
    CoordinatesView coordinates,
    List<AttachmentView> attachments,
    List<ToolView> tools) {

  /** Those of one instance, the newest first. */
  public record Sessions(String address, List<BackupView> items) {}

  /**
   * A channel whose applier is stopped.
   *
   * @param ran whether the end starts it
   * @param executed up to where in the source's binlog all was applied
   */
  public record HeldView(String channel, String source, boolean ran, Fact<String> executed) {}

  /**
   * Where the server is.
   *
   * @param ownLog the end of its own binlog
   * @param gtids under the server's own names
   */
  public record CoordinatesView(Fact<String> ownLog, SortedMap<String, Fact<String>> gtids) {}

  /**
   * A way to attach a restored copy.
   *
   * @param by GTID, SOURCE_POSITION or OWN_POSITION
   * @param source the server that the copy then replicates from
   * @param statements REPLICATION_USER and REPLICATION_PASSWORD represent the account
   * @param when what they expect of the copy
   */
  public record AttachmentView(String by, String source, List<String> statements, String when) {}

  /** A tool that copies the server, and the options that do harm now. */
  public record ToolView(String name, String command, String why, List<UnwantedView> leaveOut) {}

  /** An option that does harm, and why. */
  public record UnwantedView(String option, String why) {}
}
