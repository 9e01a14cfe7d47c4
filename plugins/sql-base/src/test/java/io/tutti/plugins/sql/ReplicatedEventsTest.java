package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.model.ServerAccount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicatedEventsTest {
  private static final String ENABLE = "ALTER DEFINER = `o@x`@`10.%` EVENT `d`.`a``b` ENABLE";

  private String charset = "utf8mb4";

  /** One event, of that status. */
  private Observed<ScheduledEvents> read(String grant, String scheduler, String status) {
    return ReplicatedEvents.read(
        sql -> answer(sql, grant, scheduler, status),
        "EVENT ON *.*",
        new ServerAccount("w", "10.%"));
  }

  private Rows answer(String sql, String grant, String scheduler, String status) {
    if (sql.equals("SHOW GRANTS")) {
      return Rows.of(List.of(Map.of("Grants for w@%", grant)));
    }
    if (sql.contains("event_scheduler")) {
      return Rows.of(List.of(Map.of("value", scheduler)));
    }
    return Rows.of(
        List.of(
            Map.of(
                "db",
                "d",
                "name",
                "a`b",
                "definer",
                "o@x@10.%",
                "status",
                status,
                "charset",
                charset)));
  }

  private ScheduledEvents known(String scheduler, String status) {
    return read("GRANT SELECT, EVENT ON *.* TO `w`@`%`", scheduler, status)
        .asOptional()
        .orElseThrow();
  }

  @Test
  void theDefinerStaysWhoItWas() {
    assertThat(known("ON", "DISABLED").disabled()).containsExactly(ENABLE);
    for (String status : List.of("SLAVESIDE_DISABLED", "REPLICA_SIDE_DISABLED")) {
      assertThat(known("ON", status).replicated()).containsExactly(ENABLE);
      assertThat(known("ON", status).disabled()).isEmpty();
    }
    assertThat(known("ON", "ENABLED").that(Status.ENABLED))
        .extracting(ScheduledEvent::enabling)
        .containsExactly(ENABLE);
  }

  @Test
  void aSchedulerThatIsOffIsReported() {
    assertThat(known("ON", "ENABLED").scheduler()).isEmpty();
    assertThat(known("OFF", "ENABLED").scheduler())
        .containsExactly("SET GLOBAL event_scheduler = ON");
    assertThat(known("DISABLED", "ENABLED").running()).isEqualTo(Scheduler.DISABLED);
  }

  /** Its text would be taken for another one once it is altered. */
  @Test
  void aTextInAnotherCharacterSetIsNotAltered() {
    charset = "latin1";
    assertThat(known("ON", "ENABLED").all().getFirst().hindrance().orElse("")).contains("latin1");
    charset = "utf8mb3";
    assertThat(known("ON", "ENABLED").all().getFirst().hindrance()).isEmpty();
  }

  @Test
  void whoMayNotSeeEventsKnowsNothingOfThem() {
    assertThat(read("GRANT SELECT ON *.* TO `w`@`%`", "ON", "DISABLED").toString())
        .startsWith("unknown")
        .contains("GRANT EVENT ON *.* TO 'w'@'10.%'");
  }
}
