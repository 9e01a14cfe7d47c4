package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import io.tutti.spi.AckSetting;
import io.tutti.spi.AckTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AcksOfRolesTest {
  private static final InstanceAddress OLD = new InstanceAddress("db1", 3306);
  private static final InstanceAddress NEXT = new InstanceAddress("db2", 3306);
  private static final InstanceAddress OTHER = new InstanceAddress("db3", 3306);
  private static final String WHY = "not loaded";

  private static SemiSync sides(boolean asks, boolean gives, long needed, long connected) {
    return new SemiSync(
        Observed.known(asks),
        Observed.known(asks),
        Observed.known(needed),
        Observed.known(Duration.ofSeconds(7)),
        Observed.known(connected),
        Observed.known(gives),
        Observed.known(gives));
  }

  private static SemiSync notLoaded() {
    return new SemiSync(
        Observed.absent(WHY),
        Observed.absent(WHY),
        Observed.absent(WHY),
        Observed.absent(WHY),
        Observed.absent(WHY),
        Observed.absent(WHY),
        Observed.absent(WHY));
  }

  private static AcksOfRoles roles(
      SemiSync old, SemiSync next, List<InstanceAddress> acknowledgers) {
    return new AcksOfRoles(
        new AcksOfRoles.Side(OLD, Optional.of(old)),
        new AcksOfRoles.Side(NEXT, Optional.of(next)),
        acknowledgers,
        true);
  }

  @Test
  void theNewOneWaitsAsTheOldOneDidAndTheOldOneForNobody() {
    AcksOfRoles roles =
        roles(sides(true, false, 1, 2), sides(false, true, 1, 0), List.of(OTHER, OLD));
    assertThat(roles.ofNext())
        .isEqualTo(
            AckSetting.asking(
                new AckTerms(
                    Optional.of(Duration.ofSeconds(7)),
                    Optional.of(1L),
                    Optional.empty(),
                    Optional.empty())));
    assertThat(roles.ofOld()).isEqualTo(AckSetting.NOTHING.withAsks(false).withAcknowledges(true));
    assertThat(roles.lost()).isEmpty();
    assertThat(roles.notes())
        .containsExactly(
            "Commits on db2:3306 wait for acknowledgements (semi-sync) as those on db1:3306 did, until its next restart; db3:3306, db1:3306 acknowledge.");
  }

  @Test
  void whereTooFewWouldAcknowledgeTheNewOneWaitsForNobody() {
    AcksOfRoles roles = roles(sides(true, false, 2, 2), sides(false, true, 1, 0), List.of(OTHER));
    assertThat(roles.ofNext()).isEqualTo(AckSetting.NOTHING);
    assertThat(roles.lost())
        .contains(
            "of those that replicate from db2:3306 then, db3:3306 acknowledges, and 2 must (how many is what db1:3306 has set)");
  }

  @Test
  void whatIsNotAcknowledgedNowIsNotLost() {
    AcksOfRoles roles = roles(sides(true, false, 1, 0), sides(false, false, 1, 0), List.of());
    assertThat(roles.hindrance()).isPresent();
    assertThat(roles.lost()).isEmpty();
    assertThat(roles.ofOld()).isEqualTo(AckSetting.NOTHING.withAsks(false));
  }

  @Test
  void whereItIsNotLoadedNobodyCanWait() {
    AcksOfRoles roles = roles(sides(true, false, 1, 1), notLoaded(), List.of(OTHER));
    assertThat(roles.ofNext()).isEqualTo(AckSetting.NOTHING);
    assertThat(roles.lost().orElseThrow()).contains("db2:3306 cannot wait", WHY);
  }

  @Test
  void withoutAcknowledgementsThereIsNothingToSay() {
    AcksOfRoles roles = roles(notLoaded(), notLoaded(), List.of());
    assertThat(roles.ofNext()).isEqualTo(AckSetting.NOTHING);
    assertThat(roles.ofOld()).isEqualTo(AckSetting.NOTHING);
    assertThat(roles.notes()).isEmpty();
  }
}
