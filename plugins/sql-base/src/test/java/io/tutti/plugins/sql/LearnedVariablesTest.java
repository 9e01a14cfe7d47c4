package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ShownText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LearnedVariablesTest {
  /** All that comes from a server is cleaned of signs that a terminal obeys, these texts, too. */
  @Test
  void whatIsBetweenValuesComesThroughTheCleaning() {
    String joined = "a" + LearnedVariables.SEPARATOR + "b";
    Rows shown =
        Rows.of(
            List.of(
                Map.of("Variable_name", "one", "Value", "a"),
                Map.of("Variable_name", "two", "Value", "b")));
    LearnedVariables learned = LearnedVariables.of(shown, Set.of("one", "two"));

    var settings =
        learned.settings(
            Rows.of(List.of(Map.of("joined", ShownText.of(joined)))).first().orElseThrow(),
            new Memory());

    assertThat(settings.text("one").asOptional()).contains("a");
    assertThat(settings.text("two").asOptional()).contains("b");
  }
}
