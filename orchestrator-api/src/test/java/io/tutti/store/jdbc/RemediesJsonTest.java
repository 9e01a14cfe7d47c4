package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.plan.Why;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RemediesJsonTest {
  private static final JsonMapper JSON = StateJson.mapper();

  private static Remedies read(String document) {
    return JSON.readValue(document, Remedies.class);
  }

  @Test
  void isReadAsItWasWritten() {
    Remedies all =
        Remedies.of("start the server, or \"%s\" for good", Acts.forget("db1:3306"))
            .or("set tutti.discovery.allow")
            .or(Acts.unfenceByForce("db1:3306"));
    String document = JSON.writeValueAsString(all);
    assertThat(document)
        .isEqualTo(
            """
            [["start the server, or \\"",{"action":"FORGET","arguments":{"INSTANCE":"db1:3306"}},\
            "\\" for good"],"set tutti.discovery.allow",\
            [{"action":"UNFENCE","arguments":{"INSTANCE":"db1:3306","FORCE":"true"},"asked":["WHY"]}]]\
            """);
    assertThat(read(document)).isEqualTo(all);
    assertThat(read(JSON.writeValueAsString(Remedies.none()))).isEqualTo(Remedies.none());
  }

  @Test
  void whatALaterReleaseCanDoIsAText() {
    Remedies later =
        read("[[\"or \",{\"action\":\"FLY_OFF\",\"arguments\":{\"INSTANCE\":\"db1:3306\"}}]]");
    assertThat(later.list().getFirst().acts()).isEmpty();
    assertThat(later.list().getFirst()).hasToString("or fly off db1:3306");
    assertThat(read("[[{\"action\":\"SKIP\",\"arguments\":{\"WINGS\":\"2\"}}]]"))
        .containsExactly(Remedy.advice("skip 2"));
  }

  /** As lists are ({@link StateJson}). */
  @Test
  void whatAnEarlierReleaseDidNotWriteYetIsNone() {
    Why read = JSON.readValue("{\"reason\":\"UNDO_FAILED\",\"sentence\":\"It ran.\"}", Why.class);
    assertThat(read.remedies()).isEqualTo(Remedies.none());
  }
}
