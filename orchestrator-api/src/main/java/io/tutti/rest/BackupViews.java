package io.tutti.rest;

import io.tutti.api.BackupView;
import io.tutti.api.BackupView.AttachmentView;
import io.tutti.api.BackupView.CoordinatesView;
import io.tutti.api.BackupView.HeldView;
import io.tutti.api.BackupView.ToolView;
import io.tutti.api.BackupView.UnwantedView;
import io.tutti.api.Fact;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupTool;
import io.tutti.topology.BackupSession;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns what the engine knows into {@link BackupView}s. */
final class BackupViews {
  private BackupViews() {}

  static AttachmentView of(Attachment way) {
    return new AttachmentView(
        way.by().name(), way.source().toString(), way.statements(), way.when());
  }

  static ToolView of(BackupTool tool) {
    return new ToolView(
        tool.name(),
        tool.command(),
        tool.why(),
        tool.leaveOut().stream().map(each -> new UnwantedView(each.option(), each.why())).toList());
  }

  /**
   * @param now the last reading of the server
   */
  static BackupView of(BackupSession session, Optional<InstanceState> now) {
    SortedMap<String, Fact<String>> gtids = new TreeMap<>();
    session.coordinates().gtids().forEach(each -> gtids.put(each.name(), Facts.of(each.value())));
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
                    Facts.of(held.executed().map(BinlogPosition::toString))))
            .toList(),
        new CoordinatesView(
            Facts.of(session.coordinates().own().map(BinlogPosition::toString)), gtids),
        session.coordinates().attachments().stream().map(BackupViews::of).toList(),
        session.tools().stream().map(BackupViews::of).toList());
  }
}
