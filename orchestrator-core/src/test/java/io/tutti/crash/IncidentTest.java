package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.ProcessEnd.How;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IncidentTest {
  private static final Incident NOTICED = Incidents.of("a:1");

  private static Incident looked(Observed<ProcessEnd> end, LostOnSource... lostOnSource) {
    return NOTICED.with(
        new Incident.Evidence(
            end,
            Observed.unknown("no report"),
            Observed.unknown("not granted"),
            List.of(lostOnSource).stream()
                .map(each -> new LostOnSourceByReplica(InstanceAddress.parse("b:1"), "", each))
                .toList(),
            Optional.of(States.NOW),
            Optional.empty()));
  }

  private static Observed<ProcessEnd> ended(How how) {
    return Observed.known(new ProcessEnd(how, "binlog.000001"));
  }

  @Test
  void isOpenUntilItWasLookedAt() {
    assertThat(NOTICED.isSettled()).isFalse();
    assertThat(NOTICED.isOpen()).isTrue();
  }

  @Test
  void isOverWhenItCostNothing() {
    Incident clean = looked(ended(How.STOPPED), new LostOnSource.None());

    assertThat(clean.isSettled()).isTrue();
    assertThat(clean.isOpen()).isFalse();
  }

  @Test
  void aReplicaThatWasNotReadKeepsItOpen() {
    Incident unread = looked(ended(How.STOPPED), new LostOnSource.Unknown("it is away"));

    assertThat(unread.isSuspect()).isFalse();
    assertThat(unread.isOpen()).isTrue();
    Incident over = unread.with(unread.evidence().givingUp("too late", States.NOW));
    assertThat(over.isSettled()).isTrue();
    assertThat(over.isOpen()).isFalse();
  }

  @Test
  void whatCannotBeKnownAnyMoreIsSettledAndTakenForTheWorse() {
    Incident unread = looked(Observed.unknown("it did not answer"));
    assertThat(unread.isSettled()).isFalse();

    Incident over = unread.with(unread.evidence().givingUp("restarted again", States.NOW));
    assertThat(over.isSettled()).isTrue();
    assertThat(over.judgement().why()).contains("restarted again");
    assertThat(over.with(over.evidence().withHost(Observed.known(HostFate.WENT_DOWN))).isSettled())
        .isTrue();
  }

  @Test
  void aPersonsWordClosesIt() {
    Incident suspect = looked(ended(How.CUT_OFF), new LostOnSource.Unknown("it is away"));
    Incident closed = suspect.closed(new Incident.Closing(States.NOW, "ann", "rebuilt"));

    assertThat(suspect.isOpen()).isTrue();
    assertThat(closed.isOpen()).isFalse();
  }

  @Test
  void knowsTheServerOfThenFromAnotherOneAtItsAddress() {
    Incident.Ended ended = NOTICED.ended();
    assertThat(ended.isOfAnotherServerThan(States.of("a:1").build().identity())).isFalse();
    assertThat(ended.isOfAnotherServerThan(States.of("a:1").uuid("new").build().identity()))
        .isTrue();
    Incident.Ended kept =
        new Incident.Ended(
            ended.startedAt(),
            ended.seenAt(),
            ended.seenByItsClock(),
            ended.hostname(),
            ended.durability());
    assertThat(kept.isOfAnotherServerThan(States.of("a:1").uuid("new").build().identity()))
        .as("an older controller kept no server_uuid")
        .isFalse();
  }
}
