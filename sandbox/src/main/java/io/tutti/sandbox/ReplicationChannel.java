package io.tutti.sandbox;

/**
 * One channel (MySQL) or connection (MariaDB) of a replica as the server itself shows it.
 *
 * @param name channel or connection name; empty for the default one
 * @param source where the receiver connects to; a proxy's address on a proxied link
 * @param receiverState {@code Yes}, {@code No} or {@code Connecting}
 * @param applierState {@code Yes} or {@code No}
 * @param receiverError the receiver's last error, empty when there is none
 * @param applierError the applier's last error, empty when there is none
 */
public record ReplicationChannel(
    String name,
    ServerAddress source,
    String receiverState,
    String applierState,
    String receiverError,
    String applierError) {

  /** Whether both the receiver and the applier run. */
  public boolean isRunning() {
    return receiverState.equals("Yes") && applierState.equals("Yes");
  }
}
