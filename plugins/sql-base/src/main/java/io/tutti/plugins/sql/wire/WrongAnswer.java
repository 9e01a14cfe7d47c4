package io.tutti.plugins.sql.wire;

import java.io.IOException;

/** A server sent more than is taken, or what no database server sends. */
public final class WrongAnswer extends IOException {
  private static final long serialVersionUID = 1;

  /** The message continues after "the server": {@code sent more than 4096 kB for one answer}. */
  WrongAnswer(String what) {
    super(what);
  }

  public String what() {
    return String.valueOf(getMessage());
  }
}
