package io.tutti.operation;

/**
 * This controller must not or cannot continue with an operation: another one took it over, the
 * journal is lost, or it is shutting down. The operation stays unfinished, and whoever may takes it
 * up.
 */
public final class StoppedActing extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedActing(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  StoppedActing(String sentence) {
    super(sentence);
  }
}
