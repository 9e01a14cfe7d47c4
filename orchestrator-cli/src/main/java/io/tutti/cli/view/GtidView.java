package io.tutti.cli.view;

import io.tutti.model.Observed;

/** A server's GTIDs; {@code mode} is the server's own word, such as ON or OFF. */
public record GtidView(Observed<String> mode, Observed<String> executed) {
  static GtidView of(Json json) {
    return new GtidView(json.observedText("mode"), json.observedText("executed"));
  }

  /** Whether its transactions bear GTIDs, as far as it is known. */
  public boolean isUsed() {
    return !mode.is("OFF") && executed.isKnown();
  }
}
