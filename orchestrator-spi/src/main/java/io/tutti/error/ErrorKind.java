package io.tutti.error;

/**
 * What kind of trouble an error is: it decides the HTTP status, whether a retry makes sense and who
 * is reported.
 */
public enum ErrorKind {
  /** The request cannot be right, whatever the servers do. */
  REQUEST,
  /** The server is in a state in which this must not or cannot be done. */
  TARGET_STATE,
  /** The server could not be asked. */
  UNREACHABLE,
  /** Somebody else is at it. */
  CONFLICT,
  /** We are wrong. */
  BUG
}
