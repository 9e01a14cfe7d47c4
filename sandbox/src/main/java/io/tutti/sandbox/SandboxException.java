package io.tutti.sandbox;

/** A sandbox could not do what was asked; the message says what was seen and what to do. */
public final class SandboxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SandboxException(String message) {
    super(message);
  }

  public SandboxException(String message, Throwable cause) {
    super(message, cause);
  }
}
