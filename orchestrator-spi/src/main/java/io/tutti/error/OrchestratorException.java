package io.tutti.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something was refused or failed. The message says what was attempted, what was observed, what was
 * or was not changed, and the remedies as commands.
 */
public final class OrchestratorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String target;
  private final String observed;
  private final List<String> remedies;

  /**
   * @param target what it was about, such as {@code db7:3306}
   * @param observed what was attempted and seen: one or two whole sentences
   * @param remedies what a person can do, best first, commands where possible
   */
  public OrchestratorException(
      ErrorCode code,
      String target,
      String observed,
      List<String> remedies,
      @Nullable Throwable cause) {
    super(ShownText.of(message(observed, remedies)), cause);
    this.code = code;
    this.target = ShownText.of(target);
    this.observed = ShownText.of(observed);
    this.remedies = remedies.stream().map(ShownText::of).toList();
  }

  public OrchestratorException(
      ErrorCode code, String target, String observed, List<String> remedies) {
    this(code, target, observed, remedies, null);
  }

  private static String message(String observed, List<String> remedies) {
    return remedies.isEmpty() ? observed : observed + " Remedy: " + String.join(" Or: ", remedies);
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

  public List<String> remedies() {
    return remedies;
  }
}
