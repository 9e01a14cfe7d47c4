package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.FakeClient;
import io.tutti.fixtures.States;
import io.tutti.model.Claim;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.NamedLock;
import io.tutti.spi.NamedLock.Holder;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.StatusReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a watch takes for another controller. */
class WatchClaimTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("a:1");
  private static final Deadline DEADLINE = Deadline.after(Duration.ofSeconds(5));

  private final WatchClaim claim = new WatchClaim(SERVER, Duration.ofSeconds(1));
  private final List<String> givenBack = new ArrayList<>();

  /** What the server answers over the connection of that number. */
  private FakeClient client(String session, String... others) {
    return new FakeClient() {
      @Override
      public ServerBanner readBanner(Deadline deadline) {
        throw new AssertionError("nothing else is asked");
      }

      @Override
      public StatusReader statusReader() {
        throw new AssertionError("nothing else is asked");
      }

      @Override
      public Observed<NamedLock> claimBeside(String name, Duration idleMax, Deadline deadline) {
        return Observed.known(
            new NamedLock(
                true,
                session,
                List.of(others).stream()
                    .map(each -> new Holder(each, "session " + each))
                    .toList()));
      }

      @Override
      public void giveBack(String name, Deadline deadline) {
        givenBack.add(session);
      }
    };
  }

  private Observed<Claim> claim(boolean isClaimed, Instant startedAt, FakeClient client) {
    States state = States.of("a:1").startedAt(startedAt);
    FirstLook look = new Look(isClaimed);
    return claim.in(state.build(), look, client, DEADLINE).claim();
  }

  private record Look(boolean isClaimed) implements FirstLook {
    @Override
    public boolean at(
        InstanceAddress address, FlavorCatalogue.Identified server, Deadline deadline) {
      return true;
    }

    @Override
    public Attention read(InstanceAddress address, InstanceState state) {
      return Attention.USUAL;
    }

    @Override
    public boolean isClaimed(InstanceAddress address) {
      return isClaimed;
    }
  }

  private static Observed<Claim> others(String... said) {
    return Observed.known(new Claim(true, List.of(said)));
  }

  @Test
  void itsOwnSessionThatBrokeIsNoOther() {
    assertThat(claim(true, States.NOW, client("7"))).isEqualTo(others());
    assertThat(claim(true, States.NOW, client("9", "7", "8"))).isEqualTo(others("session 8"));
  }

  /** A connection that breaks at each reading leaves one more each time. */
  @Test
  void onlyItsNewestSessionsAreRemembered() {
    assertThat(claim(true, States.NOW, client("0"))).isEqualTo(others());
    for (int session = 1; session < WatchClaim.OWN_MAX; session++) {
      assertThat(claim(true, States.NOW, client("" + session, "0"))).isEqualTo(others());
    }
    assertThat(claim(true, States.NOW, client("" + WatchClaim.OWN_MAX, "1"))).isEqualTo(others());
    assertThat(claim(true, States.NOW, client("" + WatchClaim.OWN_MAX, "0")))
        .isEqualTo(others("session 0"));
  }

  @Test
  void afterARestartItsNumberMayBeThatOfAnother() {
    assertThat(claim(true, States.NOW, client("7"))).isEqualTo(others());
    assertThat(claim(true, States.NOW.plusSeconds(60), client("9", "7")))
        .isEqualTo(others("session 7"));
  }

  @Test
  void whatIsNotClaimedAnyMoreIsGivenBackOnce() {
    assertThat(claim(false, States.NOW, client("7")).isKnown()).isFalse();
    assertThat(givenBack).isEmpty();
    assertThat(claim(true, States.NOW, client("7"))).isEqualTo(others());
    assertThat(claim(false, States.NOW, client("7")).isKnown()).isFalse();
    assertThat(claim(false, States.NOW, client("7")).isKnown()).isFalse();
    assertThat(givenBack).containsExactly("7");
  }
}
