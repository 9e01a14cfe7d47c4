package io.tutti.rollout.gate;

import io.tutti.rollout.gate.GateAnswer.Outcome;
import java.util.Comparator;
import java.util.List;

/**
 * What all gates say of one server.
 *
 * @param answers one for each gate that was asked
 */
public record Judgement(List<GateAnswer> answers) {
  public Judgement {
    answers = List.copyOf(answers);
  }

  /** That of the worst; a gate that is not shown counts as one that holds. */
  public Outcome outcome() {
    return answers.stream()
        .map(GateAnswer::outcome)
        .filter(outcome -> outcome != Outcome.NOT_SHOWN)
        .max(Comparator.naturalOrder())
        .orElse(Outcome.HOLDS);
  }

  /** The sentences of those that decided. */
  public List<String> reasons() {
    Outcome outcome = outcome();
    return answers.stream()
        .filter(answer -> answer.outcome() == outcome)
        .map(GateAnswer::sentence)
        .toList();
  }
}
