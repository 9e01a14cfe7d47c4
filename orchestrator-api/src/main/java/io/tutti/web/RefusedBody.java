package io.tutti.web;

import io.tutti.error.OrchestratorException;
import java.io.IOException;

/** Reading a body was given up. */
public final class RefusedBody extends IOException {
  private static final long serialVersionUID = 1L;

  private final OrchestratorException why;

  RefusedBody(OrchestratorException why) {
    super(why.getMessage(), why);
    this.why = why;
  }

  /** What to answer. */
  public OrchestratorException why() {
    return why;
  }
}
