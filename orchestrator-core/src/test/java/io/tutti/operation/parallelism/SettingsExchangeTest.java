package io.tutti.operation.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.KnobRules;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.spi.knob.VersionRange;
import io.tutti.store.KeptSettings;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsExchangeTest {
  private static final List<Knob> KNOBS =
      List.of(
          Knob.declare("workers")
              .takes(Dated.of(KnobKind.number(0, 64)).from("2.0.0", KnobKind.number(1, 32)))
              .applies(AppliesWhen.APPLIER_STOPPED)
              .as("Workers."),
          Knob.declare("mode")
              .takes(KnobKind.choice("none", "all"))
              .applies(AppliesWhen.APPLIER_STOPPED)
              .ofChannel()
              .as("A mode."),
          Knob.declare("delay").ofPrimary().takes(KnobKind.number(0, 1000)).as("A delay."),
          Knob.declare("history")
              .ofPrimary()
              .in(VersionRange.since("2.0.0"))
              .takes(KnobKind.number(0, 1000))
              .as("A history."),
          Knob.declare("domain")
              .ofPrimary()
              .ofServerItself()
              .takes(KnobKind.number(0, 1000))
              .as("A domain."),
          Knob.declare("recovery").applies(AppliesWhen.RESTART).as("Recovery."));

  private static final Map<String, String> OF_SOURCE =
      Map.of(
          "workers",
          "0",
          "mode",
          "none",
          "delay",
          "50",
          "history",
          "7",
          "domain",
          "1",
          "recovery",
          "ON");
  private static final Map<String, String> OF_REPLICA =
      Map.of(
          "workers",
          "40",
          "mode",
          "all",
          "delay",
          "0",
          "history",
          "9",
          "domain",
          "2",
          "recovery",
          "OFF");

  private static SettingsExchange.Side side(
      String address, String version, String channel, Map<String, String> values) {
    States states = States.of(address);
    values.forEach(states::setting);
    Channel over = Channels.from("db9:3306").build().withName(channel);
    KnobCatalogue catalogue =
        new KnobCatalogue("fake", ServerVersion.parse(version), KNOBS, KnobRules.NONE);
    Map<ServerKnob, KnobReading> readings = new LinkedHashMap<>();
    catalogue.knobs().stream()
        .filter(SettingsExchange::mayGo)
        .forEach(knob ->
            readings.put(
                knob,
                new KnobReading(
                    values.getOrDefault(knob.name(), ""), Observed.absent("it keeps nothing"))));
    return new SettingsExchange.Side(
        states.build().withChannels(List.of(over)),
        new ReplicaPlan.Facts(catalogue, new FakeStatements(), Set.of()),
        over,
        KeptSettings.Settings.NONE,
        readings);
  }

  private static SettingsExchange exchange(String ofOld, String ofNext, KnobRole... roles) {
    SettingsExchange.Side old = side("db1:3306", ofOld, "", OF_SOURCE);
    SettingsExchange.Side next = side("db2:3306", ofNext, "east", OF_REPLICA);
    Set<KnobRole> all = EnumSet.copyOf(List.of(roles));
    return all.equals(EnumSet.of(KnobRole.PRIMARY))
        ? new SettingsExchange(old, next, all)
        : new SettingsExchange(next, old, all);
  }

  private static List<String> changes(SettingsExchange exchange) {
    return exchange.plan().changes().stream().map(KnobChange::toString).toList();
  }

  @Test
  void aNewReplicaAppliesAndWaitsAsTheOtherOneDid() {
    SettingsExchange exchange = exchange("1.0.0", "1.0.0", KnobRole.REPLICA, KnobRole.PRIMARY);
    assertThat(changes(exchange)).containsExactlyInAnyOrder("workers=40", "mode=all", "delay=0");
    assertThat(exchange.plan().interrupted()).containsOnlyKeys("");
  }

  @Test
  void aNewSourceGetsOnlyWhatWorksOnSources() {
    SettingsExchange exchange = exchange("2.0.0", "2.0.0", KnobRole.PRIMARY);
    assertThat(changes(exchange)).containsExactlyInAnyOrder("delay=50", "history=7");
    assertThat(exchange.plan().interrupted()).isEmpty();
  }

  @Test
  void oneThatServesOthersKeepsItsOwnForThem() {
    assertThat(changes(exchange("1.0.0", "1.0.0", KnobRole.REPLICA)))
        .containsExactlyInAnyOrder("workers=40", "mode=all");
  }

  @Test
  void whatTheOtherReleaseDoesNotTakeStays() {
    SettingsExchange exchange = exchange("2.0.0", "1.0.0", KnobRole.REPLICA, KnobRole.PRIMARY);
    assertThat(changes(exchange)).containsExactlyInAnyOrder("mode=all", "delay=0");
    assertThat(SettingsExchange.notes(List.of(exchange)))
        .singleElement()
        .asString()
        .contains(
            "db1:3306 keeps what it has of",
            "workers (it takes a whole number from 1 to 32)",
            "domain (it belongs to the server)",
            "recovery (only a restart changes it)");
  }
}
