package io.tutti.cli;

/** What the shell learns of how a command ended. */
public final class ExitCode {
  public static final int DONE = 0;

  /** It was refused, or it was tried and failed. */
  public static final int FAILED = 1;

  /** The command line itself is wrong. */
  public static final int USAGE = 2;

  /** The controller, or the server that it should have reached, did not answer. */
  public static final int UNREACHABLE = 3;

  private ExitCode() {}
}
