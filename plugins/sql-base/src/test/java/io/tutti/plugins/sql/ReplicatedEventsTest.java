package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicatedEventsTest {

  private static Observed<List<String>> read(String grant, String scheduler, String definer) {
    return ReplicatedEvents.read(
        sql ->
            Rows.of(
                List.of(
                    sql.equals("SHOW GRANTS")
                        ? Map.of("Grants for w@%", grant)
                        : sql.contains("event_scheduler")
                            ? Map.of("value", scheduler)
                            : Map.of("db", "d", "name", "a`b", "definer", definer))),
        "w");
  }

  @Test
  void theDefinerStaysWhoItWas() {
    assertThat(read("GRANT SELECT, EVENT ON *.* TO `w`@`%`", "ON", "o@x@10.%").asOptional())
        .contains(List.of("ALTER DEFINER = `o@x`@`10.%` EVENT `d`.`a``b` ENABLE"));
  }

  @Test
  void aSchedulerThatIsOffIsToldWithThem() {
    assertThat(read("GRANT ALL PRIVILEGES ON *.* TO `w`@`%`", "OFF", "o@%").toString())
        .contains("ENABLE, SET GLOBAL event_scheduler = ON");
  }

  @Test
  void whoMayNotSeeEventsKnowsNothingOfThem() {
    assertThat(read("GRANT SELECT ON *.* TO `w`@`%`", "ON", "o@%").toString())
        .startsWith("unknown")
        .contains("GRANT EVENT ON *.* TO 'w'");
  }
}
