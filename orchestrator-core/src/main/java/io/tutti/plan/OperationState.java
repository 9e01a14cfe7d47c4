package io.tutti.plan;

import java.util.EnumSet;
import java.util.Set;

/**
 * The state of an operation.
 *
 * <pre>
 *            start           all steps done            all hold
 *  PLANNED ─────────> RUNNING ─────────────> VERIFYING ─────────> SUCCEEDED
 *     │                │   │                     │
 *     │ refused,       │   │ trouble, cancel     │ trouble
 *     │ changed        │   └───────> UNDOING <───┘
 *     │                │              │ ▲  │
 *     │ nothing was    │              │ │  └──────────────────────> UNDONE
 *     └──────> FAILED <┘       cannot │ │ server is back,
 *                 ▲                   ▼ │ somebody asks
 *                 └─────────────────── STUCK
 *                   settled by hand
 *
 *  PLANNED, RUNNING, VERIFYING, UNDOING <─────> DISPLACED
 *           something urgent was in the way ───>  <─── that is at rest
 *
 *  UNDOING ─────> RUNNING
 *           clients are served by another one already: nothing can be taken back
 * </pre>
 */
public enum OperationState {
  /** Journaled, and waiting for its turn. Nothing was done. */
  PLANNED("planned", false),
  /** Its steps are run. */
  RUNNING("running", false),
  /** All steps were run; what they did is read again from the servers. */
  VERIFYING("verifying", false),
  /** What was done is restored, last step first. */
  UNDOING("undoing", false),
  /**
   * It was displaced for an operation that protects data. Nothing is done for it; when that one is
   * at rest, it continues from where it was, forward or back.
   */
  DISPLACED("displaced", false),
  /** The goal is reached; the servers say so. */
  SUCCEEDED("succeeded", true),
  /** The goal is not reached; the servers are as they were before. */
  UNDONE("undone", true),
  /** The goal is not reached, and there is nothing to restore. */
  FAILED("failed", true),
  /**
   * Something could not be restored. At rest, but not settled: it continues when the server is
   * back.
   */
  STUCK("stuck", false);

  private final String text;
  private final boolean terminal;

  OperationState(String text, boolean terminal) {
    this.text = text;
    this.terminal = terminal;
  }

  /** For people. */
  public String text() {
    return text;
  }

  /** Whether nothing will follow, ever. */
  public boolean isTerminal() {
    return terminal;
  }

  /** Whether nothing will be done by itself: terminal, or stuck. */
  public boolean isAtRest() {
    return terminal || this == STUCK;
  }

  /** Whether something is being done, or waits for its turn: it has what it claims for itself. */
  public boolean isActing() {
    return !isAtRest() && this != DISPLACED;
  }

  /** The transition table. */
  public Set<OperationState> successors() {
    return switch (this) {
      case PLANNED -> EnumSet.of(RUNNING, FAILED, DISPLACED);
      case RUNNING -> EnumSet.of(VERIFYING, UNDOING, FAILED, DISPLACED);
      case VERIFYING -> EnumSet.of(SUCCEEDED, UNDOING, DISPLACED);
      case UNDOING -> EnumSet.of(UNDONE, STUCK, RUNNING, DISPLACED);
      case DISPLACED -> EnumSet.of(PLANNED, RUNNING, UNDOING);
      case STUCK -> EnumSet.of(UNDOING, FAILED);
      case SUCCEEDED, UNDONE, FAILED -> EnumSet.noneOf(OperationState.class);
    };
  }

  /**
   * @throws IllegalStateException naming both states when the table has no such move
   */
  public OperationState to(OperationState next) {
    if (!successors().contains(next)) {
      throw new IllegalStateException(
          "an operation that is %s cannot become %s; it can become %s"
              .formatted(this, next, successors()));
    }
    return next;
  }
}
