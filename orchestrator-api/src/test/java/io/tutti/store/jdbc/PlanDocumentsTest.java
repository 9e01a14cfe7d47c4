package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Kind;
import io.tutti.plan.Kinds;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.StepProgress;
import io.tutti.plan.Unreadable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanDocumentsTest {
  private static final InstanceAddress DB7 = InstanceAddress.parse("db7:3306");

  private sealed interface Until {}

  private record Gtids(GtidSet gtids) implements Until {}

  private record Dark() implements Until {}

  private record Dim(int percent, Until until, Optional<String> channel, Duration atMost) {}

  private static final Kinds KINDS =
      new Kinds(
          List.of(
              Kind.of("lamp.dim", Dim.class),
              Kind.of("until.gtids", Gtids.class),
              Kind.of("until.dark", Dark.class)));

  private final PlanDocuments documents = new PlanDocuments(KINDS);

  private static Dim dim(Until until) {
    return new Dim(40, until, Optional.of(""), Duration.ofSeconds(5));
  }

  private static PlannedStep step(Record work) {
    return PlannedStep.of("lamp.dim", DB7, "lamp", work, "dim the lamp");
  }

  private String text(Object value) {
    return new String(documents.write(value), StandardCharsets.UTF_8);
  }

  private <T> T read(String text, Class<T> type) {
    return documents.read(text.getBytes(StandardCharsets.UTF_8), type);
  }

  @Test
  void whatIsReadIsEqualToWhatWasWritten() {
    for (Until until :
        List.of(new Dark(), new Gtids(GtidSet.parse("3E11FA47-71CA-11E1-9E33-C80AA9429562:1-5")))) {
      PlannedStep step = step(dim(until)).withSeen(dim(until));
      assertThat(read(text(step), PlannedStep.class)).isEqualTo(step);
      StepProgress progress = StepProgress.PENDING.running(dim(until));
      assertThat(read(text(progress), StepProgress.class)).isEqualTo(progress);
    }
    assertThat(read(text(StepProgress.PENDING), StepProgress.class))
        .isEqualTo(StepProgress.PENDING);
    assertThat(read(text(step(Nothing.NOTHING)), PlannedStep.class))
        .isEqualTo(step(Nothing.NOTHING));
  }

  /** Journals of earlier releases look like this. */
  @Test
  void theFormIsThis() {
    assertThat(text(StepProgress.PENDING.running(dim(new Dark()))))
        .isEqualTo(
            """
            {"state":"RUNNING","before":{"kind":"lamp.dim","version":1,"data":{"percent":40,\
            "until":{"kind":"until.dark","version":1,"data":{}},"channel":"","atMost":"PT5S"}}}\
            """);
  }

  private Record before(String written) {
    return read("{\"state\":\"DONE\",\"before\":" + written + "}", StepProgress.class)
        .before()
        .orElseThrow();
  }

  @Test
  void whatCannotBeReadIsKeptAsItWasWritten() {
    String dark = "{\"kind\":\"until.dark\",\"version\":1,\"data\":{}}";
    String later = "{\"kind\":\"until.dark\",\"version\":2,\"data\":{}}";
    for (String written :
        List.of(
            "{\"kind\":\"lamp.blink\",\"version\":1,\"data\":{\"times\":3}}",
            later,
            "{\"values\":{\"percent\":\"40\"}}",
            "{\"kind\":\"lamp.dim\",\"version\":1,\"data\":{\"percent\":40}}",
            "{\"kind\":\"lamp.dim\",\"version\":1,\"data\":{\"percent\":4,\"until\":%s,\"atMost\":\"PT5S\"}}"
                .formatted(later),
            "{\"kind\":\"lamp.dim\",\"version\":1,\"data\":{\"percent\":4,\"until\":%s,\"atMost\":\"PT5S\",\"hue\":1}}"
                .formatted(dark))) {
      assertThat(before(written)).as(written).isInstanceOf(Unreadable.class);
      assertThat(text(StepProgress.PENDING.running(before(written)))).contains(written);
    }
    assertThat(before("{\"kind\":\"lamp.blink\",\"version\":7,\"data\":{}}"))
        .isEqualTo(
            new Unreadable(
                "lamp.blink",
                7,
                "{\"kind\":\"lamp.blink\",\"version\":7,\"data\":{}}",
                "there is no such kind"));
  }

  @Test
  void whatIsNotThereCannotBeRead() {
    String goal = "{\"kind\":\"lamp\",\"target\":\"db7:3306\",\"urgency\":\"ROUTINE\"}";
    assertThat(read(goal, Goal.class).request()).isInstanceOf(Unreadable.class);
  }

  @Test
  void whatNeedNotBeThereMayBeMissing() {
    String written =
        "{\"kind\":\"lamp.dim\",\"version\":1,\"data\":{\"percent\":4,\"atMost\":\"PT5S\",\"until\":"
            + "{\"kind\":\"until.dark\",\"version\":1,\"data\":{}}}}";
    assertThat(before(written))
        .isEqualTo(new Dim(4, new Dark(), Optional.empty(), Duration.ofSeconds(5)));
  }
}
