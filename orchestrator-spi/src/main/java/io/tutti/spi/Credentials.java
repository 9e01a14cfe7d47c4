package io.tutti.spi;

/** An account on the target servers. The password is in no text that this prints. */
public record Credentials(String user, String password) {
  @Override
  public String toString() {
    return user + ":(password withheld)";
  }
}
