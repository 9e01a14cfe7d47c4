package io.tutti.plan;

/** Where there is nothing to say: a step that needs no further data, or changes nothing. */
public record Nothing() {
  public static final Nothing NOTHING = new Nothing();
}
