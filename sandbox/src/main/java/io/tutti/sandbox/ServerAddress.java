package io.tutti.sandbox;

/** Where a server answers; prints as {@code host:port}. */
public record ServerAddress(String host, int port) {
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
