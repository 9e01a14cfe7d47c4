package io.tutti.operation;

import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.eventlog.Defect;
import io.tutti.plan.Reason;
import io.tutti.plan.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step could not be done. Its type says what that means for the operation. */
public abstract sealed class StepFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient Remedies remedies;

  private StepFailure(
      Reason reason, String sentence, Remedies remedies, @Nullable Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
    this.remedies = remedies;
  }

  /** It may work in a moment: it is tried again a bounded number of times. */
  public static final class Retryable extends StepFailure {
    private static final long serialVersionUID = 1L;

    private Retryable(
        Reason reason, String sentence, Remedies remedies, @Nullable Throwable cause) {
      super(reason, sentence, remedies, cause);
    }
  }

  /** The server is in a state in which this must not be done. Waited for, and never overridden. */
  public static final class Blocked extends StepFailure {
    private static final long serialVersionUID = 1L;

    private Blocked(String sentence, Remedies remedies, @Nullable Throwable cause) {
      super(Reason.STEP_BLOCKED, sentence, remedies, cause);
    }
  }

  /** Trying again cannot help: the whole operation stops, and what was done is undone. */
  public static final class Fatal extends StepFailure {
    private static final long serialVersionUID = 1L;

    private Fatal(Reason reason, String sentence, Remedies remedies, @Nullable Throwable cause) {
      super(reason, sentence, remedies, cause);
    }

    /** Whether a step said so itself. Else a server or a fault did, and may not another time. */
    boolean isDecided() {
      return getCause() == null;
    }
  }

  /** The server could not be asked. */
  public static StepFailure unreachable(String sentence) {
    return new Retryable(Reason.SERVER_UNREACHABLE, sentence, Remedies.none(), null);
  }

  /** The server answered, and its answer may be another one in a moment: a lock wait, say. */
  public static StepFailure passing(String sentence) {
    return passing(sentence, Remedies.none());
  }

  /**
   * @param remedies where it does not pass
   */
  public static StepFailure passing(String sentence, Remedies remedies) {
    return new Retryable(Reason.STEP_FAILED, sentence, remedies, null);
  }

  /** The server does not show what the step was to bring about. */
  static StepFailure unverified(String sentence) {
    return new Retryable(Reason.VERIFICATION_FAILED, sentence, Remedies.none(), null);
  }

  public static StepFailure blocked(String sentence, Remedies remedies) {
    return new Blocked(sentence, remedies, null);
  }

  /**
   * @param advice what a person can do, in words alone
   */
  public static StepFailure blocked(String sentence, List<String> advice) {
    return blocked(sentence, Remedies.advice(advice));
  }

  public static StepFailure fatal(String sentence, Remedies remedies) {
    return new Fatal(Reason.STEP_FAILED, sentence, remedies, null);
  }

  /**
   * @param advice what a person can do, in words alone
   */
  public static StepFailure fatal(String sentence, List<String> advice) {
    return fatal(sentence, Remedies.advice(advice));
  }

  static StepFailure fatal(Reason reason, String sentence) {
    return new Fatal(reason, sentence, Remedies.none(), null);
  }

  static StepFailure fatal(Reason reason, String sentence, Remedies remedies) {
    return new Fatal(reason, sentence, remedies, null);
  }

  static StepFailure fatal(Reason reason, OrchestratorException cause) {
    return new Fatal(reason, cause.observed(), cause.remedies(), cause);
  }

  /** What an exception of a step means. One that nobody expected is fatal, and in the log. */
  static StepFailure of(RuntimeException thrown) {
    return switch (thrown) {
      case StepFailure failure -> failure;
      case OrchestratorException e when isPassing(e) ->
          new Retryable(Reason.SERVER_UNREACHABLE, e.observed(), Remedies.none(), e);
      case OrchestratorException e when e.code().kind() == ErrorKind.CONFLICT ->
          new Blocked(e.observed(), e.remedies(), e);
      case OrchestratorException e -> fatal(Reason.STEP_FAILED, e);
      default ->
          new Fatal(
              Reason.STEP_FAILED,
              "Unexpected: " + Defect.logged("a step of an operation", thrown) + ".",
              Remedies.of("report this, with the log"),
              thrown);
    };
  }

  private static boolean isPassing(OrchestratorException e) {
    return e.code().kind() == ErrorKind.UNREACHABLE || e.code() == ErrorCode.TOO_MANY_CONNECTIONS;
  }

  public Reason reason() {
    return reason;
  }

  Why why() {
    return new Why(reason, String.valueOf(getMessage()), remedies);
  }
}
