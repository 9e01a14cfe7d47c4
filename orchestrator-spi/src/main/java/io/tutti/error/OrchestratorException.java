package io.tutti.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something was refused or failed. The message says what was attempted, what was observed, what was
 * or was not changed, and the remedies.
 */
public final class OrchestratorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String target;
  private final String observed;
  private final transient Remedies remedies;

  /**
   * @param target what it was about, such as {@code db7:3306}
   * @param observed what was attempted and seen: one or two whole sentences
   * @param remedies what a person can do, best first
   */
  public OrchestratorException(
      ErrorCode code,
      String target,
      String observed,
      Remedies remedies,
      @Nullable Throwable cause) {
    super(ShownText.of(remedies.after(observed, Act::toString)), cause);
    this.code = code;
    this.target = ShownText.of(target);
    this.observed = ShownText.of(observed);
    this.remedies = remedies.shown();
  }

  public OrchestratorException(ErrorCode code, String target, String observed, Remedies remedies) {
    this(code, target, observed, remedies, null);
  }

  /**
   * @param advice what a person can do, in words alone
   */
  public OrchestratorException(
      ErrorCode code,
      String target,
      String observed,
      List<String> advice,
      @Nullable Throwable cause) {
    this(code, target, observed, Remedies.advice(advice), cause);
  }

  /** As the others. */
  public OrchestratorException(
      ErrorCode code, String target, String observed, List<String> advice) {
    this(code, target, observed, advice, null);
  }

  public ErrorCode code() {
    return code;
  }

  public String target() {
    return target;
  }

  public String observed() {
    return observed;
  }

  public Remedies remedies() {
    return remedies;
  }
}
