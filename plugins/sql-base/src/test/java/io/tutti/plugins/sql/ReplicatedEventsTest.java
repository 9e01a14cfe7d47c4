package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.ScheduledEvents;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicatedEventsTest {
  private static final String ENABLE = "ALTER DEFINER = `o@x`@`10.%` EVENT `d`.`a``b` ENABLE";

  /** One event, of that status. */
  private static Observed<ScheduledEvents> read(String grant, String scheduler, String status) {
    return ReplicatedEvents.read(
        sql -> answer(sql, grant, scheduler, status),
        "EVENT ON *.*",
        new ServerAccount("w", "10.%"));
  }

  private static Rows answer(String sql, String grant, String scheduler, String status) {
    if (sql.equals("SHOW GRANTS")) {
      return Rows.of(List.of(Map.of("Grants for w@%", grant)));
    }
    if (sql.contains("event_scheduler")) {
      return Rows.of(List.of(Map.of("value", scheduler)));
    }
    return sql.contains("'" + status + "'")
        ? Rows.of(List.of(Map.of("db", "d", "name", "a`b", "definer", "o@x@10.%")))
        : Rows.NONE;
  }

  @Test
  void theDefinerStaysWhoItWas() {
    String grant = "GRANT SELECT, EVENT ON *.* TO `w`@`%`";
    assertThat(read(grant, "ON", "DISABLED").asOptional())
        .contains(new ScheduledEvents(List.of(ENABLE), List.of(), List.of()));
    for (String status : List.of("SLAVESIDE_DISABLED", "REPLICA_SIDE_DISABLED")) {
      assertThat(read(grant, "ON", status).asOptional())
          .contains(new ScheduledEvents(List.of(), List.of(ENABLE), List.of()));
    }
  }

  @Test
  void aSchedulerThatIsOffIsReported() {
    assertThat(read("GRANT ALL PRIVILEGES ON *.* TO `w`@`%`", "OFF", "DISABLED").asOptional())
        .contains(
            new ScheduledEvents(
                List.of(ENABLE), List.of(), List.of("SET GLOBAL event_scheduler = ON")));
  }

  @Test
  void whoMayNotSeeEventsKnowsNothingOfThem() {
    assertThat(read("GRANT SELECT ON *.* TO `w`@`%`", "ON", "DISABLED").toString())
        .startsWith("unknown")
        .contains("GRANT EVENT ON *.* TO 'w'@'10.%'");
  }
}
