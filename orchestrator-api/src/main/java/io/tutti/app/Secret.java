package io.tutti.app;

/** A text that is never printed. */
public record Secret(String value) {
  @Override
  public String toString() {
    return "(withheld)";
  }
}
