package io.tutti.sandbox;

/** Where a server answers; prints as {@code host:port}, or {@code [::1]:port}. */
public record ServerAddress(String host, int port) {
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
