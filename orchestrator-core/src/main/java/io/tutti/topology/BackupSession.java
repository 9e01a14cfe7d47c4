package io.tutti.topology;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.backup.Coordinate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A replica whose appliers are kept stopped at one point without gaps, so that it can be copied.
 * While it is open, nothing else is done to the server: it is no candidate for a promotion and no
 * target of a rollout.
 *
 * @param lease how long it was asked for, at its begin or last renewal
 * @param expiresAt when it is ended by itself, unless it is renewed
 * @param endedAt empty while it is open
 * @param because why this replica; empty when it was named
 * @param broken what was found at its end that must not be: the copy may be of another point
 * @param stopsAsked how often the server has been asked to stop replication, as far as is known:
 *     more in the same process is somebody else's doing
 */
public record BackupSession(
    String id,
    InstanceAddress instance,
    Instant beganAt,
    Duration lease,
    Instant expiresAt,
    Optional<Instant> endedAt,
    Optional<String> because,
    List<Held> channels,
    Coordinates coordinates,
    List<BackupTool> tools,
    Optional<String> broken,
    Observed<Long> stopsAsked) {

  /**
   * A channel whose applier is kept stopped.
   *
   * @param ran whether its applier ran before, so that the end starts it
   * @param executed the place in the source's binlog up to which all was applied
   */
  public record Held(
      String channel, InstanceAddress source, boolean ran, Observed<BinlogPosition> executed) {}

  /**
   * Where the server is, in every form, and how a copy is attached by each.
   *
   * @param own the end of its own binlog
   * @param gtids under the server's own names
   */
  public record Coordinates(
      Observed<BinlogPosition> own, List<Coordinate> gtids, List<Attachment> attachments) {
    public Coordinates {
      gtids = List.copyOf(gtids);
      attachments = List.copyOf(attachments);
    }
  }

  public BackupSession {
    channels = List.copyOf(channels);
    tools = List.copyOf(tools);
    // Sessions that an older controller stored have none.
    broken = Objects.requireNonNullElse(broken, Optional.empty());
    stopsAsked = Objects.requireNonNullElse(stopsAsked, Observed.unknown("it was not kept"));
  }

  public boolean isOpen() {
    return endedAt.isEmpty();
  }

  public boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt);
  }

  /** Whether the applier of that channel is kept stopped by it. */
  public boolean holds(String channel) {
    return isOpen() && channels.stream().anyMatch(held -> held.channel().equals(channel));
  }

  public BackupSession withLease(Duration renewed, Instant until) {
    return new BackupSession(
        id,
        instance,
        beganAt,
        renewed,
        until,
        endedAt,
        because,
        channels,
        coordinates,
        tools,
        broken,
        stopsAsked);
  }

  /** Open again, as its end was undone. */
  public BackupSession reopened() {
    return ending(Optional.empty(), broken);
  }

  public BackupSession endedAt(Instant moment) {
    return ending(Optional.of(moment), broken);
  }

  /** The same, found broken: that stays. */
  public BackupSession foundBroken(String why) {
    return ending(endedAt, Optional.of(broken.orElse(why)));
  }

  private BackupSession ending(Optional<Instant> moment, Optional<String> found) {
    return new BackupSession(
        id,
        instance,
        beganAt,
        lease,
        expiresAt,
        moment,
        because,
        channels,
        coordinates,
        tools,
        found,
        stopsAsked);
  }

  /** The same, when one of us is about to ask the server for so many stops more. */
  public BackupSession askingToStop(long more) {
    return new BackupSession(
        id,
        instance,
        beganAt,
        lease,
        expiresAt,
        endedAt,
        because,
        channels,
        coordinates,
        tools,
        broken,
        stopsAsked.map(count -> count + more));
  }

  /**
   * Whether somebody else has asked for a stop since it began: what is stopped already shows
   * nothing of that. Not so where the server counts again since a restart.
   *
   * @param asked how often the server was asked so far
   */
  public boolean wasAskedToStop(InstanceState now, Observed<Long> asked) {
    return now.uptime()
            .asOptional()
            .filter(uptime -> now.observedAt().minus(uptime).isBefore(beganAt))
            .isPresent()
        && stopsAsked instanceof Observed.Known<Long>(Long known)
        && asked instanceof Observed.Known<Long>(Long count)
        && count > known;
  }

  /**
   * What a reading of the server shows that must not be: its applier continued, so that a copy may
   * be of another point than the coordinates. A reading from before the session shows nothing.
   */
  public Optional<String> brokenBy(InstanceState state) {
    if (!state.observedAt().isAfter(beganAt)) {
      return Optional.empty();
    }
    return channels.stream()
        .flatMap(held ->
            state.knownChannels().stream()
                .filter(channel -> channel.name().equals(held.channel()))
                .flatMap(channel -> brokenBy(held, channel).stream()))
        .findFirst();
  }

  /** Whether an applier runs, or has applied more since. */
  public boolean wentOn(Held held, InstanceState now) {
    return now.channel(held.channel()).flatMap(channel -> brokenBy(held, channel)).isPresent();
  }

  private Optional<String> brokenBy(Held held, Channel now) {
    String name = held.channel().isEmpty() ? "" : " of channel '" + held.channel() + "'";
    if (now.applier().state() != ThreadState.STOPPED) {
      return Optional.of("the applier%s of %s runs".formatted(name, instance));
    }
    return held.executed()
        .asOptional()
        .flatMap(then ->
            now.applier()
                .executed()
                .asOptional()
                .filter(place -> !place.equals(then))
                .map(place ->
                    "the applier%s of %s has gone on from %s to %s"
                        .formatted(name, instance, then, place)));
  }

  @Override
  public String toString() {
    return "backup session %s of %s".formatted(id, instance);
  }
}
