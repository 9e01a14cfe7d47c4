package io.tutti.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.doctor.Check.Verdict;
import io.tutti.doctor.ControllerObservation.Asker;
import io.tutti.doctor.ControllerObservation.Room;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControllerChecksTest {
  private static final long MEGABYTE = 1L << 20;
  private static final Room ENOUGH = new Room("/data", true, Optional.of(5000 * MEGABYTE));
  private static final Asker OPERATOR = new Asker("alice", "operator", true);

  @Test
  void aControllerThatWorksIsWell() {
    assertThat(checks(Optional.empty(), ENOUGH, OPERATOR, "tutti"))
        .allMatch(Check::isWell)
        .extracting(Check::name)
        .containsExactly("controller", "token", "store", "room", "account");
  }

  @Test
  void aPartThatDoesNotWorkFailsWithItsReason() {
    assertThat(checks(Optional.of("does not answer"), ENOUGH, OPERATOR, "tutti").get(2))
        .matches(check -> check.verdict() == Verdict.FAIL)
        .extracting(Check::observed)
        .isEqualTo("It does not work: does not answer.");
  }

  @Test
  void aFolderThatIsFullOrNotWritableFailsAndOneThatIsNearlyFullWarns() {
    assertThat(room(new Room("/data", true, Optional.of(99 * MEGABYTE)))).isEqualTo(Verdict.FAIL);
    assertThat(room(new Room("/data", true, Optional.of(900 * MEGABYTE)))).isEqualTo(Verdict.WARN);
    assertThat(room(new Room("/data", true, Optional.empty()))).isEqualTo(Verdict.WARN);
    assertThat(room(new Room("/data", false, ENOUGH.free()))).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aTokenThatOnlySeesWarnsAndNoAccountFails() {
    List<Check> checks = checks(Optional.empty(), ENOUGH, new Asker("bob", "viewer", false), " ");

    assertThat(checks.get(1).verdict()).isEqualTo(Verdict.WARN);
    assertThat(checks.get(1).observed())
        .contains("\"bob\"", "viewer", "every operation is refused");
    assertThat(checks.getLast().verdict()).isEqualTo(Verdict.FAIL);
  }

  private static Verdict room(Room room) {
    return checks(Optional.empty(), room, OPERATOR, "tutti").get(3).verdict();
  }

  private static List<Check> checks(Optional<String> trouble, Room room, Asker asker, String user) {
    return ControllerChecks.of(
        new ControllerObservation("1.0", Map.of("store", trouble), room, asker, user, 3, 6));
  }
}
