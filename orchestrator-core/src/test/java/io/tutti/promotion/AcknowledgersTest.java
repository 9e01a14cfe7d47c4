package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The numbers against all there is: every set of servers that may hold a commit. */
class AcknowledgersTest {
  private static final int SERVERS_MAX = 7;

  @FunctionalInterface
  private interface Each {
    void of(int required, int able, int read);
  }

  private static void all(Each each) {
    for (int able = 0; able <= SERVERS_MAX; able++) {
      for (int required = 1; required <= able + 2; required++) {
        for (int read = 0; read <= able; read++) {
          each.of(required, able, read);
        }
      }
    }
  }

  /** The first of them are those that are read. */
  private static boolean isRead(int holders, int read) {
    return (holders & ((1 << read) - 1)) != 0;
  }

  @Test
  void holdAllExactlyWhereEachSetThatCouldHaveAcknowledgedHasOneThatIsRead() {
    all((required, able, read) -> {
      boolean isSure = true;
      for (int holders = 0; holders < 1 << able; holders++) {
        isSure &= Integer.bitCount(holders) < required || isRead(holders, read);
      }
      assertThat(new Acknowledgers(required, able, read).holdAll())
          .as("%d of %d, %d read", required, able, read)
          .isEqualTo(isSure);
    });
  }

  @Test
  void neverAcknowledgedExactlyWhereNoSetWithThoseHoldersIsLargeEnough() {
    all((required, able, read) -> {
      for (int seen = 0; seen <= read; seen++) {
        boolean isPossible = false;
        for (int holders = 0; holders < 1 << able; holders++) {
          isPossible |=
              Integer.bitCount(holders & ((1 << read) - 1)) == seen
                  && Integer.bitCount(holders) >= required;
        }
        assertThat(new Acknowledgers(required, able, read).neverAcknowledged(seen))
            .as("%d of %d, %d read, %d have it", required, able, read, seen)
            .isEqualTo(!isPossible);
      }
    });
  }

  /** Both say the same of what none has that is read. */
  @Test
  void allIsHeldWhereWhatNobodyHasWasNeverAcknowledged() {
    all((required, able, read) -> {
      Acknowledgers numbers = new Acknowledgers(required, able, read);
      assertThat(numbers.holdAll()).isEqualTo(numbers.neverAcknowledged(0));
    });
  }

  @Test
  void moreThanCanAcknowledgeAreNotRead() {
    assertThatThrownBy(() -> new Acknowledgers(1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Acknowledgers(0, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
