package io.tutti.sandbox.binaries;

import io.tutti.sandbox.release.ServerRelease;

/** The binaries of a release cannot be had on this machine; the message says why. */
public final class ReleaseUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ReleaseUnavailableException(ServerRelease release, String reason, Throwable cause) {
    super("%s cannot be had on this machine: %s".formatted(release.id(), reason), cause);
  }
}
