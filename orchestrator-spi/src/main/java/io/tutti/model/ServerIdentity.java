package io.tutti.model;

import java.util.Optional;

/**
 * Who a server says it is, however it was reached.
 *
 * @param serverUuid {@code @@server_uuid}; absent where the flavor has none
 * @param serverId {@code @@server_id}
 * @param hostname {@code @@hostname}, the machine's own name
 * @param port {@code @@port}, as the server itself knows it
 * @param reportedAs {@code report_host:report_port}; absent when the operator set none
 * @param fingerprint a text that two servers never share and one server keeps across restarts and
 *     names, as far as the flavor can show
 */
public record ServerIdentity(
    Observed<String> serverUuid,
    Observed<Long> serverId,
    Observed<String> hostname,
    Observed<Integer> port,
    Observed<InstanceAddress> reportedAs,
    Observed<String> fingerprint) {

  /** Whether both are surely the same server; false when either fingerprint is unknown. */
  public boolean isSameServerAs(ServerIdentity other) {
    Optional<String> mine = fingerprint.asOptional();
    return mine.isPresent() && mine.equals(other.fingerprint.asOptional());
  }
}
