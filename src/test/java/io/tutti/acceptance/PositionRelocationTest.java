package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * By log position a replica moves below its sibling and up again, under load, and lacks nothing.
 */
class PositionRelocationTest {
  private static final int WRITES_PER_SECOND = 50;
  private static final String[] WRITTEN = {"load_a.writes", "load_b.writes"};

  /** It is given the password of the replica, so a person vouches for it. */
  private static void move(Bed bed, int node) {
    CommandResult trusted =
        bed.controller().tutti("trust", bed.address(bed.server(node)).toString());
    assertThat(trusted.exitCode()).as("%s", trusted).isZero();
    CommandResult moved =
        bed.controller()
            .tutti(
                "relocate",
                bed.address(bed.server(3)).toString(),
                "--below",
                bed.address(bed.server(node)).toString(),
                "--yes");
    assertThat(moved.exitCode()).as("%s", moved).isZero();
    assertThat(bed.server(3).replication())
        .singleElement()
        .satisfies(channel -> assertThat(channel.source()).isEqualTo(bed.server(node).address()));
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void belowASiblingAndUp(ServerRelease release) throws Exception {
    try (Bed bed = Bed.of(release).topology("1>2,1>3").byGtid(false).about(3).start()) {
      bed.awaitKnown();
      WriteLoad load = WriteLoad.start(bed.source(), WRITES_PER_SECOND);
      move(bed, 2);
      bed.controller().awaitDiscovered(bed.address(bed.server(3)), bed.address(bed.server(2)));
      move(bed, 1);
      load.close();
      Checksums.awaitEqual(bed.source(), bed.server(2), WRITTEN);
      Checksums.awaitEqual(bed.source(), bed.server(3), WRITTEN);
    }
  }
}
