package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolledEventsTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  private static final String MAY = "GRANT SELECT, EVENT ON *.* TO `w`@`%`";
  private static final String MAY_NOT = "GRANT SELECT ON *.* TO `w`@`%`";

  private final PolledEvents polled = new PolledEvents();

  /** What one poll asked, and came to. */
  private record Poll(List<String> asked, Observed<ScheduledEvents> read) {}

  private Poll poll(long session, Instant now, String grants) {
    Map<String, Observed<Rows>> all =
        Map.of(
            PolledEvents.MAY_KEY,
            rows("Grants for w@%", grants),
            PolledEvents.ALL_KEY,
            Observed.known(
                Rows.of(
                    List.of(
                        Map.of(
                            "db", "d", "name", "e", "definer", "o@%", "status", "ENABLED",
                            "charset", "utf8")))),
            PolledEvents.SCHEDULER_KEY,
            rows("value", "ON"));
    List<String> asked = polled.questions(session, now).stream().map(Question::key).toList();
    Map<String, Observed<Rows>> answers = new HashMap<>(all);
    answers.keySet().retainAll(asked);
    return new Poll(
        asked, polled.read(new Answers(answers, List.of()), session, now, "EVENT ON *.*"));
  }

  private static Observed<Rows> rows(String label, String value) {
    return Observed.known(Rows.of(List.of(Map.of(label, value))));
  }

  @Test
  void theyAreReadByTheNextPollAndThenFromTimeToTime() {
    assertThat(poll(1, NOW, MAY).read().isUnknown()).isTrue();
    Poll second = poll(1, NOW.plusSeconds(1), MAY);
    assertThat(second.read().asOptional().orElseThrow().thatRun()).hasSize(1);
    Poll third = poll(1, NOW.plusSeconds(2), MAY);
    assertThat(third.asked()).isEmpty();
    assertThat(third.read()).isEqualTo(second.read());
    assertThat(poll(1, NOW.plusSeconds(1).plus(PolledEvents.ASK_AFTER), MAY).asked())
        .containsExactly(PolledEvents.ALL_KEY, PolledEvents.SCHEDULER_KEY);
    assertThat(polled.isOutdated()).isFalse();
  }

  /** It would be shown none, and no error. */
  @Test
  void aSessionThatBeganWithoutThePrivilegeIsNotAsked() {
    assertThat(poll(1, NOW, MAY_NOT).read().toString()).contains("has no EVENT ON *.*");
    assertThat(poll(1, NOW.plusSeconds(1), MAY).asked()).isEmpty();
    Poll later = poll(1, NOW.plus(PolledEvents.ASK_AFTER), MAY);
    assertThat(later.asked()).containsExactly(PolledEvents.MAY_KEY);
    assertThat(later.read().isUnknown()).isTrue();
    assertThat(polled.isOutdated()).isTrue();

    assertThat(poll(2, NOW.plusSeconds(11), MAY).read().isUnknown()).isTrue();
    assertThat(polled.isOutdated()).isFalse();
    assertThat(poll(2, NOW.plusSeconds(12), MAY).read().isKnown()).isTrue();
  }
}
