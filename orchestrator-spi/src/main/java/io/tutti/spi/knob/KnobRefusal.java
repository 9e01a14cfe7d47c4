package io.tutti.spi.knob;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.util.List;

/**
 * Why a knob must not be set so.
 *
 * @param knob as the request named it
 * @param observed one or two whole sentences
 * @param remedies what a person can do, best first
 */
public record KnobRefusal(ErrorCode code, String knob, String observed, List<String> remedies) {
  public KnobRefusal {
    remedies = List.copyOf(remedies);
  }

  /** The refusals of one request as one error; nothing was changed. */
  static OrchestratorException asException(String target, List<KnobRefusal> refusals) {
    StringBuilder observed = new StringBuilder();
    refusals.forEach(refusal -> observed.append(refusal.observed()).append(' '));
    return new OrchestratorException(
        refusals.getFirst().code(),
        target,
        observed.append("Nothing was changed.").toString(),
        refusals.stream().flatMap(refusal -> refusal.remedies().stream()).distinct().toList());
  }
}
