package io.tutti.spi.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnobCatalogueTest {
  private static final Knob WORKERS =
      Knob.declare("replica_workers")
          .spelled(Dated.of("slave_workers").from("8.0.26", "replica_workers"))
          .alsoKnownAs("slave_threads")
          .takes(KnobKind.number(0, 1024))
          .byDefault("0")
          .as("Workers.");
  private static final Knob SCHEME =
      Knob.declare("replica_scheme")
          .in(VersionRange.between("5.7.2", "9.7.0"))
          .takes(KnobKind.choice("A", "B"))
          .byDefault("A")
          .as("Scheme.");
  private static final Knob UPDATES =
      Knob.declare("log_updates").applies(AppliesWhen.RESTART).as("Updates.");
  private static final Knob DELAY =
      Knob.declare("commit_delay").ofPrimary().takes(KnobKind.number(0, 10)).as("Delay.");
  private static final Knob ELSEWHERE = Knob.declare("parallel_mode").as("Mode.");

  private final KnobCatalogue catalogue =
      new KnobCatalogue(
              "db-8.0",
              ServerVersion.parse("8.0.15"),
              List.of(WORKERS, SCHEME, UPDATES, DELAY),
              KnobRules.NONE)
          .besides(Map.of("other-10", List.of(ELSEWHERE)));

  private List<KnobRefusal> refusals(Map<String, String> wanted) {
    return catalogue.refusals(
        new KnobRequest("db7:3306", Observed.known(true), Settings.EMPTY, wanted));
  }

  private KnobRefusal refusal(String knob, String value) {
    List<KnobRefusal> refusals = refusals(Map.of(knob, value));
    assertThat(refusals).hasSize(1);
    return refusals.getFirst();
  }

  @Test
  void takesAnyNameAndAnswersWithTheServersOwn() {
    for (String name : List.of("replica_workers", "slave_workers", "SLAVE-THREADS")) {
      assertThat(
              catalogue.settings(
                  new KnobRequest(
                      "db7:3306", Observed.known(true), Settings.EMPTY, Map.of(name, "8"))))
          .as(name)
          .singleElement()
          .hasToString("slave_workers=8");
    }
  }

  @Test
  void unknownKnobListsTheKnownOnesNearMissesFirst() {
    KnobRefusal refusal = refusal("replica_worker", "8");

    assertThat(refusal.code()).isEqualTo(ErrorCode.UNKNOWN_KNOB);
    assertThat(refusal.remedies().getFirst()).startsWith("did you mean replica_workers");
    assertThat(refusal.remedies().getLast())
        .contains("slave_workers", "replica_scheme", "log_updates", "commit_delay");
    assertThat(refusal("sql_mode", "").remedies()).hasSize(1);
  }

  @Test
  void knobOfAnotherReleaseSaysWhichHaveIt() {
    KnobCatalogue old =
        new KnobCatalogue(
            "db-5.6", ServerVersion.parse("5.6.14"), List.of(WORKERS, SCHEME), KnobRules.NONE);

    assertThatThrownBy(() -> old.require("replica_scheme", "db7:3306"))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.KNOB_UNAVAILABLE))
        .hasMessageContaining("from 5.7.2 before 9.7.0");
  }

  @Test
  void knobOfAnotherFlavorSaysWhose() {
    assertThat(refusal("parallel_mode", "ON").observed()).contains("is a knob of other-10");
    assertThat(refusal("parallel_mode", "ON").code()).isEqualTo(ErrorCode.KNOB_UNAVAILABLE);
  }

  @Test
  void outOfRangeSaysTheRangeAndTheDefault() {
    KnobRefusal refusal = refusal("replica_workers", "1025");

    assertThat(refusal.code()).isEqualTo(ErrorCode.KNOB_VALUE_INVALID);
    assertThat(refusal.observed())
        .isEqualTo(
            "slave_workers cannot be \"1025\": on release 8.0.15 it is a whole number from 0 to"
                + " 1024.");
    assertThat(refusal.remedies()).containsExactly("the default is slave_workers=0");
  }

  @Test
  void restartOnlyKnobNamesTheOptionFile() {
    KnobRefusal refusal = refusal("log_updates", "ON");

    assertThat(refusal.code()).isEqualTo(ErrorCode.KNOB_NEEDS_RESTART);
    assertThat(refusal.remedies().getFirst()).contains("log_updates=ON", "restart");
  }

  @Test
  void primaryGivenAReplicaKnobIsRefusedAndSoIsWhoeverIsNotKnown() {
    for (Observed<Boolean> isReplica :
        List.of(Observed.known(false), Observed.<Boolean>unknown("access denied"))) {
      KnobRequest request =
          new KnobRequest("db1:3306", isReplica, Settings.EMPTY, Map.of("slave_workers", "4"));

      assertThat(catalogue.refusals(request))
          .extracting(KnobRefusal::code)
          .containsExactly(ErrorCode.KNOB_OF_OTHER_ROLE);
    }
    assertThat(
            catalogue.refusals(
                new KnobRequest(
                    "db1:3306",
                    Observed.known(false),
                    Settings.EMPTY,
                    Map.of("commit_delay", "4"))))
        .isEmpty();
  }

  @Test
  void sameKnobUnderTwoNamesIsRefused() {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("replica_workers", "4");
    wanted.put("slave_threads", "8");

    assertThat(refusals(wanted)).extracting(KnobRefusal::code).contains(ErrorCode.INVALID_REQUEST);
  }

  @Test
  void oneErrorNamesEverythingThatIsWrong() {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("replica_workers", "-1");
    wanted.put("sql_mode", "x");

    assertThatThrownBy(() ->
            catalogue.settings(
                new KnobRequest("db7:3306", Observed.known(true), Settings.EMPTY, wanted)))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.KNOB_VALUE_INVALID);
              assertThat(e.observed())
                  .contains("slave_workers", "sql_mode")
                  .endsWith("Nothing was changed.");
            });
  }
}
