package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinlogDetailTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final InstanceAddress B = InstanceAddress.parse("b:1");
  private static final InstanceAddress C = InstanceAddress.parse("c:1");
  private static final String METADATA = "binlog_row_metadata";

  private static States replica(String address, String received) {
    return States.of(address)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-9")))
        .purged(Observed.known(GtidSet.parse(SOURCE + "1")))
        .channel(
            Channels.from("a:1")
                .positioning(Positioning.AUTO_POSITION)
                .retrieved(Observed.known(GtidSet.parse(SOURCE + received)))
                .build());
  }

  private static States source() {
    return States.of("a:1").gtid("ON", Observed.known(GtidSet.parse(SOURCE + "1-12"))).writable();
  }

  /** Of which the second one has received as much as said. */
  private static WorldView world(String variable, String old, String first, String received) {
    return States.world(
        source().setting(variable, old).reached(),
        replica("b:1", "1-9").setting(variable, first).reached(),
        replica("c:1", received).setting(variable, old).reached());
  }

  private static InstanceAddress ofLost(WorldView world) {
    Succession found = Succession.of(world, A, List.of(), Optional.empty());
    assertThat(found).isInstanceOf(Succession.Found.class);
    return ((Succession.Found) found).successor().address();
  }

  private static InstanceAddress planned(WorldView world, PromotionRules rules) {
    PlannedSuccession found = PlannedSuccession.of(world, A, Optional.empty(), rules);
    assertThat(found).isInstanceOf(PlannedSuccession.Found.class);
    return ((PlannedSuccession.Found) found).successor().address();
  }

  @ParameterizedTest
  @CsvSource({
    "binlog_row_metadata, FULL, MINIMAL",
    "binlog_row_metadata, MINIMAL, NO_LOG",
    "binlog_row_image, FULL, NOBLOB",
    "binlog_row_image, NOBLOB, MINIMAL"
  })
  void whoWritesLessComesLater(String variable, String old, String less) {
    WorldView world = world(variable, old, less, "1-9");

    assertThat(ofLost(world)).isEqualTo(C);
    assertThat(planned(world, PromotionRules.NONE)).isEqualTo(C);
  }

  @ParameterizedTest
  @CsvSource({
    "binlog_row_metadata, MINIMAL, FULL",
    "binlog_row_metadata, FULL, FULL",
    "binlog_row_metadata, FULL, SOMETHING",
    "binlog_row_metadata, SOMETHING, MINIMAL"
  })
  void whoWritesAsMuchOrIsNotUnderstoodDoesNot(String variable, String old, String other) {
    WorldView world = world(variable, old, other, "1-9");

    assertThat(ofLost(world)).isEqualTo(B);
    assertThat(planned(world, PromotionRules.NONE)).isEqualTo(B);
  }

  /** Nothing that was received is given up for it. */
  @Test
  void whoHasReceivedMoreIsTakenAllTheSame() {
    WorldView more =
        States.world(
            source().setting(METADATA, "FULL").reached(),
            replica("b:1", "1-10").setting(METADATA, "MINIMAL").reached(),
            replica("c:1", "1-9").setting(METADATA, "FULL").reached());

    assertThat(ofLost(more)).isEqualTo(B);
  }

  @Test
  void whomPeoplePreferIsTakenAllTheSame() {
    PromotionRules rules =
        PromotionRules.of(
            List.of(A, B, C),
            each ->
                each.equals(B) ? new TreeMap<>(Map.of("promotion", "prefer")) : new TreeMap<>());

    assertThat(planned(world(METADATA, "FULL", "MINIMAL", "1-9"), rules)).isEqualTo(B);
  }

  @Test
  void whatItWritesLessIsSaid() {
    WorldView world = world(METADATA, "FULL", "MINIMAL", "1-9");
    BinlogDetail detail = new BinlogDetail(world.topology(), A);

    assertThat(detail.sentence(B))
        .contains(
            "b:1 writes less to its binlog than a:1 did, which programs that read binlogs may"
                + " miss: binlog_row_metadata is MINIMAL, and was FULL on a:1.");
    assertThat(detail.sentence(C)).isEmpty();
    Succession only = Succession.of(world, A, List.of(), Optional.of(B));
    assertThat(((Succession.Found) only).errant()).contains(detail.sentence(B).orElseThrow());
  }
}
