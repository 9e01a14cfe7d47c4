package io.tutti.operation.parallelism;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobRequest;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one server gets of the settings of another one, whose role it takes. Pure. Left as they are:
 * what only a restart changes, what belongs to one server, and what the release of the taker does
 * not have, or takes no such value of.
 *
 * @param roles on which side of replication what goes over works
 */
record SettingsExchange(Side giver, Side taker, Set<KnobRole> roles) {

  /**
   * A server as it is now.
   *
   * @param channel over which it replicates, or will
   * @param readings of all that may go over
   */
  record Side(
      InstanceState state,
      ReplicaPlan.Facts facts,
      Channel channel,
      KeptSettings.Settings kept,
      Map<ServerKnob, KnobReading> readings) {

    private Optional<String> value(String name) {
      return readings.entrySet().stream()
          .filter(each -> each.getKey().name().equals(name))
          .map(each -> each.getValue().value())
          .findFirst();
    }
  }

  static boolean mayGo(ServerKnob knob) {
    return knob.appliesWhen() != AppliesWhen.RESTART && !knob.staysWithServer();
  }

  /** Empty for what all channels share. */
  static String channelOf(ServerKnob knob, Channel channel) {
    return knob.scope() == KnobScope.CHANNEL ? channel.name() : "";
  }

  /** What differs, and can go over: values by knob. */
  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    taker
        .readings()
        .forEach((knob, reading) ->
            given(knob)
                .filter(value -> isTaken(knob, value))
                .filter(value -> !value.equals(reading.value()))
                .ifPresent(value -> wanted.put(knob.name(), value)));
    return wanted;
  }

  private Optional<String> given(ServerKnob knob) {
    return roles.contains(knob.role()) ? giver.value(knob.name()) : Optional.empty();
  }

  private static boolean isTaken(ServerKnob knob, String value) {
    return knob.kind().normalise(value).filter(value::equals).isPresent();
  }

  /** What is to be done on the taker, in an order in which it takes each. */
  ReplicaPlan plan() {
    Map<String, String> wanted = wanted();
    List<KnobChange> changes = new ArrayList<>();
    Map<String, KnobReading> readings = new HashMap<>();
    for (KnobSetting setting : wanted.isEmpty() ? List.<KnobSetting>of() : settings(wanted)) {
      ServerKnob knob = setting.knob();
      KnobChange change =
          new KnobChange(
              knob.name(),
              channelOf(knob, taker.channel()),
              setting.value(),
              new KnobChange.Kept.Left());
      changes.add(change);
      readings.put(change.key(), taker.readings().get(knob));
    }
    return new ReplicaPlan(taker.state(), taker.facts(), taker.kept(), readings, changes, Map.of());
  }

  /** It has both roles in turn. */
  private List<KnobSetting> settings(Map<String, String> wanted) {
    return taker
        .facts()
        .catalogue()
        .settings(
            new KnobRequest(
                taker.state().address().toString(),
                Observed.known(true),
                taker.state().settings(),
                wanted));
  }

  /** What differs and goes over to neither. */
  static List<String> notes(List<SettingsExchange> all) {
    List<String> notes = new ArrayList<>();
    for (SettingsExchange each : all) {
      Set<String> stay = new TreeSet<>();
      each.taker.readings().keySet().stream()
          .filter(knob -> each.given(knob).filter(value -> !isTaken(knob, value)).isPresent())
          .forEach(knob ->
              stay.add("%s (it takes %s)".formatted(knob.serverName(), knob.kind().range())));
      each.taker.facts().catalogue().knobs().stream()
          .filter(knob -> each.roles.contains(knob.role()) && !mayGo(knob))
          .filter(each::differs)
          .forEach(knob ->
              stay.add(
                  "%s (%s)"
                      .formatted(
                          knob.serverName(),
                          knob.staysWithServer()
                              ? "it belongs to the server"
                              : "only a restart changes it")));
      if (!stay.isEmpty()) {
        notes.add(
            "%s keeps what it has of: %s."
                .formatted(each.taker.state().address(), String.join(", ", stay)));
      }
    }
    return notes;
  }

  private boolean differs(ServerKnob knob) {
    Observed<String> there = giver.state().settings().text(knob.serverName());
    Observed<String> here = taker.state().settings().text(knob.serverName());
    return there.isKnown() && here.isKnown() && !there.equals(here);
  }
}
