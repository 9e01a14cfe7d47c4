package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.ChannelBed.Written;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A replica of two sources: what is seen and done of one channel is not that of the other. */
@Matrix
class GapsOfTwoChannelsTest {
  private static final String KEEPS_ITS_RELAY_LOG = "relay_log_recovery=0";

  private static CommandResult gaps(String verb, GapBed bed, String... options) {
    return bed.controller()
        .tutti(
            Stream.concat(
                    Stream.of("gaps", verb, bed.replica().address().toString()), Stream.of(options))
                .toArray(String[]::new));
  }

  private static void assertDone(CommandResult result) {
    assertThat(result.exitCode()).as("%s", result).isZero();
  }

  private static String heading(GapBed bed) {
    return "%s channel %s from %s: "
        .formatted(bed.replica().address(), bed.channel(), bed.source().address());
  }

  /** Of which channels a close without a name would close the gaps. */
  private static List<String> planned(GapBed bed) {
    return bed.plan()
        .valueStream()
        .map(step -> step.at("/description").asString())
        .map(step -> step.replaceAll(".* of channel '([^']*)'.*", "$1"))
        .toList();
  }

  private static void assertBothStopped(GapBed bed, GapBed other) {
    assertThat(bed.applierRuns() || other.applierRuns()).as("both stood before").isFalse();
  }

  /** Both are stopped after the crash; one was left with a gap, and that one alone is closed. */
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, POSITION", "MYSQL_8_0_15, GTID"})
  void ofOneChannelOfAKilledReplica(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, mode, KEEPS_ITS_RELAY_LOG)) {
      GapBed other = bed.second();
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        other.write(7);
        other.awaitMark();
        bed.killReplica();
      }

      assertThat(gaps("show", bed).output())
          .contains(heading(bed) + bed.missing().size() + " transactions are missing")
          .contains(heading(other) + "gap-free");
      bed.assertSeenExactly();
      assertThat(planned(bed)).containsExactly(bed.channel());
      assertDone(gaps("close", bed));

      bed.assertClosed();
      other.assertClosed();
      assertBothStopped(bed, other);
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
    }
  }

  /** Both were left with a gap; the one that is named is closed, and the other not touched. */
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, GTID", "MYSQL_8_0_15, POSITION_CLOCK"})
  void ofBothChannelsOfAKilledReplica(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, mode, KEEPS_ITS_RELAY_LOG)) {
      GapBed other = bed.second();
      bed.write(7);
      other.write(7);
      try (Connection lock = bed.runPastALockedRow(20);
          Connection lockOfOther = other.runPastALockedRow(11)) {
        bed.killReplica();
      }
      bed.assertSeenExactly();
      other.assertSeenExactly();
      List<Written> missing = other.missing();
      assertThat(planned(bed)).containsExactlyInAnyOrder(bed.channel(), other.channel());

      assertDone(gaps("close", bed, "--channel", bed.channel()));

      bed.assertClosed();
      assertThat(other.missing()).isEqualTo(missing);
      other.assertSeenExactly();
      assertBothStopped(bed, other);
      assertThat(planned(bed)).containsExactly(other.channel());
      assertState("SUCCEEDED", bed.close("PT20S"), bed);
      other.assertClosed();
      assertBothStopped(bed, other);
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
    }
  }

  /** The other channel runs; whatever is asked about either, it is not stopped. */
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, GTID", "MYSQL_8_0_15, POSITION_CLOCK"})
  void ofAFailedWorkerBesideAChannelThatRuns(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, mode)) {
      GapBed other = bed.second();
      bed.write(7);
      other.write(7);
      fail(bed);
      other.awaitMark();
      List<String> threads = other.threads();
      assertThat(threads).doesNotContain("stopped");
      JsonNode seen = bed.seen();

      assertThat(gaps("show", bed).output())
          .contains(heading(bed) + seen.at("/missingCount").asInt() + " transaction")
          .contains(heading(other) + "gap-free\n  applier is running");
      CommandResult unknown = gaps("close", bed, "--channel", "n2");
      assertThat(unknown.exitCode()).as("%s", unknown).isEqualTo(1);
      assertThat(unknown.errors()).contains("it has ['n1', 'n3']", "Nothing was changed");
      assertDone(gaps("close", bed, "--channel", other.channel()));
      assertThat(bed.seen()).isEqualTo(seen);
      bed.repair();
      assertDone(gaps("close", bed, "--row-repaired"));

      bed.assertClosed();
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      assertThat(other.threads()).as("nobody stopped it").isEqualTo(threads);
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
      assertThat(other.threads()).as("nobody stopped it").isEqualTo(threads);
    }
  }

  /** Its row is there, but its transaction was not applied: rows are misleading then. */
  private static void fail(GapBed bed) throws SQLException {
    try (Connection lock = bed.runPastALockedRow(20)) {
      lock.commit();
      bed.awaitApplierStopped();
    }
    assertThat(bed.seen().at("/gaps").asString()).as("%s", bed.seen()).isEqualTo("open");
  }

  /** That the row of one channel was repaired says nothing of the other's. */
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, POSITION", "MYSQL_8_0_15, POSITION_CLOCK"})
  void ofFailedWorkersOfBothChannels(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, mode)) {
      GapBed other = bed.second();
      bed.write(7);
      other.write(7);
      fail(bed);
      fail(other);
      JsonNode seen = other.seen();
      bed.repair();

      assertThat(bed.askToClose("PT20S").text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      CommandResult unclear = gaps("close", bed, "--row-repaired");
      assertThat(unclear.exitCode()).as("%s", unclear).isEqualTo(1);
      assertThat(unclear.errors())
          .contains("CHANNEL_NOT_CHOSEN", "--channel '%s' --row-repaired".formatted(bed.channel()));
      assertDone(gaps("close", bed, "--row-repaired", "--channel", bed.channel()));

      bed.assertClosed();
      assertThat(other.seen()).isEqualTo(seen);
      CommandResult refused = gaps("close", bed, "--channel", other.channel());
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors()).contains("GAPS_NOT_CLOSABLE", "Nothing was changed");
      other.repair();
      assertDone(gaps("close", bed, "--row-repaired", "--channel", other.channel()));
      other.assertClosed();
      assertBothStopped(bed, other);
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
    }
  }
}
