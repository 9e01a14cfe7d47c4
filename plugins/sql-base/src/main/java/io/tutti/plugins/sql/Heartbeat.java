package io.tutti.plugins.sql;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One row of a heartbeat table.
 *
 * @param serverId of who wrote it; empty where the table does not say so
 * @param text when it was written, in UTC: {@code 2026-11-20T23:21:54.000120}, or a DATETIME with a
 *     blank for the T
 */
record Heartbeat(String serverId, String text) {

  /** Of {@code server_id=time,…}, newest first; the end may be cut off. */
  static List<Heartbeat> parseAll(String beats) {
    return beats.isEmpty()
        ? List.of()
        : Arrays.stream(beats.split(","))
            .filter(one -> one.contains("="))
            .map(Heartbeat::of)
            .toList();
  }

  private static Heartbeat of(String beat) {
    int sign = beat.indexOf('=');
    return new Heartbeat(beat.substring(0, sign), beat.substring(sign + 1));
  }

  /**
   * The newest one that tells how far the data of the source are behind.
   *
   * @param newestFirst at least one
   * @param source the source's server_id, where it is known
   * @param own of the server that was read: what it writes itself is never late
   */
  static Optional<Heartbeat> ofSource(
      List<Heartbeat> newestFirst, Optional<Long> source, Optional<Long> own) {
    if (newestFirst.getFirst().serverId().isEmpty()) {
      return Optional.of(newestFirst.getFirst());
    }
    Optional<Heartbeat> sources =
        newestFirst.stream().filter(beat -> beat.isOf(source)).findFirst();
    if (sources.isPresent()) {
      return sources;
    }
    List<Heartbeat> others = newestFirst.stream().filter(beat -> !beat.isOf(own)).toList();
    boolean isOneServers = others.stream().map(Heartbeat::serverId).distinct().count() == 1;
    return isOneServers ? Optional.of(others.getFirst()) : Optional.empty();
  }

  private boolean isOf(Optional<Long> server) {
    return server.filter(id -> serverId.equals(id.toString())).isPresent();
  }

  /**
   * @throws DateTimeParseException when it is no time
   */
  Instant written() {
    String iso = text.strip().replace(' ', 'T');
    String local = iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso;
    return LocalDateTime.parse(local).toInstant(ZoneOffset.UTC);
  }
}
