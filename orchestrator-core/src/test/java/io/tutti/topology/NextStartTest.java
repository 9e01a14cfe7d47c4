package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NextStartTest {
  private static final Settings NONE = Settings.EMPTY;

  private static InstanceState with(Settings settings, boolean writable) {
    States states = States.of("a:1").settings(settings);
    return (writable ? states.writable() : states).build();
  }

  private static Settings keeping(Map<String, String> values, String... setSince) {
    return NONE.withPersisted(Observed.known(new TreeMap<>(values)))
        .withSetSinceStart(Observed.known(new TreeSet<>(List.of(setSince))));
  }

  private static Optional<StartupObservation> seen(boolean shut, String readOnly) {
    return Optional.of(
        new StartupObservation(
            InstanceAddress.parse("a:1"),
            ProcessStart.of(States.NOW, Duration.ofSeconds(60), Duration.ZERO),
            shut,
            new TreeMap<>(Map.of("read_only", readOnly, "super_read_only", "OFF")),
            new TreeMap<>(),
            List.of(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Observed<Boolean> readOnly(
      Settings settings, boolean writable, Optional<StartupObservation> seen) {
    return NextStart.of(with(settings, writable), seen).readOnly();
  }

  @Test
  void whatItKeepsCountsBeforeAllElse() {
    assertThat(readOnly(keeping(Map.of("read_only", "OFF")), false, seen(false, "ON")).is(false))
        .isTrue();
    assertThat(readOnly(keeping(Map.of("read_only", "ON")), true, seen(false, "OFF")).is(true))
        .isTrue();
    assertThat(
            readOnly(keeping(Map.of("super_read_only", "ON")), true, seen(false, "OFF")).is(true))
        .as("it refuses those of ordinary accounts, too")
        .isTrue();
  }

  @Test
  void whatNobodyHasSetIsWhatItStartedWith() {
    assertThat(readOnly(keeping(Map.of()), true, seen(false, "ON")).is(false)).isTrue();
    assertThat(readOnly(keeping(Map.of(), "offline_mode"), false, Optional.empty()).is(true))
        .isTrue();
  }

  @Test
  void whatSomebodyHasSetShowsNothingButWhatWasSeen() {
    assertThat(readOnly(keeping(Map.of(), "read_only"), true, seen(false, "ON")).is(true)).isTrue();
    assertThat(readOnly(keeping(Map.of(), "super_read_only"), true, Optional.empty()).isUnknown())
        .isTrue();
    assertThat(readOnly(NONE, true, seen(false, "1")).is(true)).isTrue();
    assertThat(readOnly(NONE, true, Optional.empty()).isUnknown()).isTrue();
  }

  @Test
  void whereWhatItKeepsIsNotKnownNothingIs() {
    Settings hidden = NONE.withPersisted(Observed.unknown("no privilege"));

    NextStart next = NextStart.of(with(hidden, true), seen(true, "ON"));

    assertThat(next.readOnly().isUnknown()).isTrue();
    assertThat(next.readOnly().toString()).contains("no privilege");
    assertThat(next.isFenced()).isTrue();
  }
}
