package io.tutti.rest;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupTool;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A backup session.
 *
 * @param open whether the replica is kept standing by it
 * @param broken what was seen that must not be, at its end or, while it is open, by the last
 *     reading; absent while all is well
 * @param because why this replica; absent when it was named
 * @param coordinates where the server stands, in every form that is known
 */
record BackupView(
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
  record Sessions(String address, List<BackupView> items) {}

  /**
   * A channel whose applier stands.
   *
   * @param ran whether the end starts it
   * @param executed up to where in the source's binlog all was applied
   */
  record HeldView(String channel, String source, boolean ran, Fact<String> executed) {}

  /**
   * Where the server stands.
   *
   * @param ownLog the end of its own binlog
   * @param gtids under the server's own names
   */
  record CoordinatesView(Fact<String> ownLog, SortedMap<String, Fact<String>> gtids) {}

  /**
   * A way to attach a restored copy.
   *
   * @param by GTID, SOURCE_POSITION or OWN_POSITION
   * @param source the server that the copy then replicates from
   * @param statements REPLICATION_USER and REPLICATION_PASSWORD stand for the account
   * @param when what they expect of the copy
   */
  record AttachmentView(String by, String source, List<String> statements, String when) {
    static AttachmentView of(Attachment way) {
      return new AttachmentView(
          way.by().name(), way.source().toString(), way.statements(), way.when());
    }
  }

  /** A tool that copies the server, and the options that do harm now. */
  record ToolView(String name, String command, String why, List<UnwantedView> leaveOut) {
    static ToolView of(BackupTool tool) {
      return new ToolView(
          tool.name(),
          tool.command(),
          tool.why(),
          tool.leaveOut().stream()
              .map(each -> new UnwantedView(each.option(), each.why()))
              .toList());
    }
  }

  /** An option that does harm, and why. */
  record UnwantedView(String option, String why) {}

  /**
   * @param now the last reading of the server
   */
  static BackupView of(BackupSession session, Optional<InstanceState> now) {
    SortedMap<String, Fact<String>> gtids = new TreeMap<>();
    session.coordinates().gtids().forEach(each -> gtids.put(each.name(), Fact.of(each.value())));
    return new BackupView(
        session.id(),
        session.instance().toString(),
        session.isOpen(),
        session.broken().or(() -> now.filter(state -> session.isOpen()).flatMap(session::brokenBy)),
        session.beganAt(),
        session.lease(),
        session.expiresAt(),
        session.endedAt(),
        session.because(),
        session.channels().stream()
            .map(held ->
                new HeldView(
                    held.channel(),
                    held.source().toString(),
                    held.ran(),
                    Fact.of(held.executed().map(BinlogPosition::toString))))
            .toList(),
        new CoordinatesView(
            Fact.of(session.coordinates().own().map(BinlogPosition::toString)), gtids),
        session.coordinates().attachments().stream().map(AttachmentView::of).toList(),
        session.tools().stream().map(ToolView::of).toList());
  }
}
