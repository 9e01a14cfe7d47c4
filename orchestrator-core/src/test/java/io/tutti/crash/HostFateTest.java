package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Incidents;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The old process began at 0, was seen last at 1000; the new one began at 1015. */
class HostFateTest {
  private static final Incident INCIDENT = Incidents.of("a:1");

  /** A report of a boot, with the seconds at which it came in. */
  private static BootReport report(String boot, int booted, int came, String... cleanlyEnded) {
    return new BootReport(
        "a",
        boot,
        at(booted),
        Arrays.stream(cleanlyEnded).findFirst(),
        Optional.empty(),
        at(came),
        at(came));
  }

  private static Instant at(int second) {
    return Incidents.BEGAN.plusSeconds(second);
  }

  private static Observed<HostFate> fate(BootReport... reports) {
    return HostFate.of(INCIDENT.ended(), INCIDENT.begun(), List.of(reports));
  }

  @Test
  void aHostThatWasBootedBeforeTheOldProcessStayedUp() {
    assertThat(fate(report("x", -500, 1030)).is(HostFate.STAYED_UP)).isTrue();
  }

  @Test
  void aHostThatWasBootedAfterTheOldProcessWasSeenWentDown() {
    assertThat(fate(report("y", 1010, 1030)).is(HostFate.WENT_DOWN)).isTrue();
  }

  /** The hook runs before the server is up. */
  @Test
  void aReportOfANewBootCountsBeforeTheNewProcessBegan() {
    assertThat(fate(report("y", 1010, 1012)).is(HostFate.WENT_DOWN)).isTrue();
  }

  @Test
  void theSameBootBeforeAndAfterStayedUpWhateverItsClockSays() {
    assertThat(fate(report("x", 2, 10), report("x", 900, 1030)).is(HostFate.STAYED_UP)).isTrue();
  }

  @Test
  void anotherBootThanBeforeWentDownWhateverItsClockSays() {
    assertThat(fate(report("x", -9, 10), report("y", 2, 1030)).is(HostFate.WENT_DOWN)).isTrue();
  }

  @Test
  void aShutdownInOrderKeepsWhatWasWritten() {
    assertThat(fate(report("x", -9, 10), report("y", 1010, 1030, "x")).is(HostFate.SHUT_DOWN))
        .isTrue();
    assertThat(fate(report("x", -9, 10), report("y", 1010, 1030, "w")).is(HostFate.WENT_DOWN))
        .isTrue();
    assertThat(fate(report("y", 1010, 1030, "x")).is(HostFate.WENT_DOWN)).isTrue();
  }

  @Test
  void withoutAReportAfterwardsNobodyKnows() {
    assertThat(fate().isUnknown()).isTrue();
    assertThat(fate(report("x", -500, 10)).isUnknown()).isTrue();
    assertThat(fate(report("x", -500, 1014)).isUnknown()).isTrue();
    assertThat(fate(report("x", -500, 1016)).is(HostFate.STAYED_UP)).isTrue();
  }

  @Test
  void aBootWithinTheOldProcessContradictsItself() {
    assertThat(fate(report("y", 500, 1030)).isUnknown()).isTrue();
  }

  @Test
  void aGuestThatMovedToAnotherMachineCountsAsDown() {
    BootReport before = report("x", -500, 10);
    BootReport after = report("x", -500, 1030);
    assertThat(fate(onNode(before, "n1"), onNode(after, "n2")).is(HostFate.WENT_DOWN)).isTrue();
    assertThat(fate(onNode(before, "n1"), onNode(after, "n1")).is(HostFate.STAYED_UP)).isTrue();
  }

  private static BootReport onNode(BootReport report, String node) {
    return new BootReport(
        report.host(),
        report.bootId(),
        report.bootedAt(),
        report.cleanlyEnded(),
        Optional.of(node),
        report.firstAt(),
        report.lastAt());
  }
}
