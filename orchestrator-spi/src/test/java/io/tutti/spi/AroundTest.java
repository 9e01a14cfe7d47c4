package io.tutti.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.backup.CloneStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AroundTest {
  private static final Deadline DEADLINE = Deadline.after(Duration.ofSeconds(10));

  private final AtomicInteger calls = new AtomicInteger();
  private final Around counting =
      work -> {
        calls.incrementAndGet();
        return work.get();
      };

  /** One log, of which nothing can be listed. */
  private record OneLog() implements LogReader {
    @Override
    public List<LogFile> files(Deadline deadline) {
      return List.of(new LogFile("binlog.000001", 4, false));
    }

    @Override
    public List<LogEvent> list(
        Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline) {
      throw new IllegalStateException("nothing to list");
    }
  }

  /** What a flavor may have or not. */
  private record Copying() implements CloneControl {
    @Override
    public Observed<CloneStatus> read(Role role, Deadline deadline) {
      return Observed.absent("nothing was copied");
    }

    @Override
    public void requirePrivileges(Role role, Deadline deadline) {
      throw new AssertionError("not asked here");
    }

    @Override
    public List<String> statements(InstanceAddress donor) {
      throw new AssertionError("not asked here");
    }

    @Override
    public void cloneFrom(InstanceAddress donor, Deadline deadline) {
      throw new AssertionError("not asked here");
    }
  }

  private record OneLogClient() implements InstanceClient {
    @Override
    public ServerBanner readBanner(Deadline deadline) {
      throw new AssertionError("not asked here");
    }

    @Override
    public StatusReader statusReader() {
      return (heartbeats, deadline) -> {
        throw new AssertionError("not asked here");
      };
    }

    @Override
    public LogReader logReader() {
      return new OneLog();
    }

    @Override
    public ReplicationControl replicationControl() {
      throw new AssertionError("not asked here");
    }

    @Override
    public FenceControl fenceControl() {
      throw new AssertionError("not asked here");
    }

    @Override
    public Optional<CloneControl> cloneControl() {
      return Optional.of(new Copying());
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @Test
  void isThereAtEachCallAlsoOfWhatIsGivenOut() {
    InstanceClient client = counting.each(InstanceClient.class, new OneLogClient());
    LogReader reader = client.logReader();
    assertThat(calls).hasValue(1);
    assertThat(reader.files(DEADLINE)).isEqualTo(new OneLog().files(DEADLINE));
    assertThat(calls).hasValue(2);
    client.close();
    assertThat(calls).hasValue(3);
  }

  @Test
  void isThereAtEachCallOfARoleThatOnlySomeFlavorsHave() {
    InstanceClient client = counting.each(InstanceClient.class, new OneLogClient());
    CloneControl cloning = client.cloneControl().orElseThrow();
    assertThat(calls).hasValue(1);
    assertThat(cloning.read(CloneControl.Role.DONOR, DEADLINE)).isInstanceOf(Observed.Absent.class);
    assertThat(calls).hasValue(2);
  }

  @Test
  void handsOnWhatIsThrown() {
    InstanceClient client = counting.each(InstanceClient.class, new OneLogClient());
    LogReader reader = client.logReader();
    assertThatThrownBy(() -> reader.list(LogReader.Log.BINARY, "", Optional.empty(), 1, DEADLINE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("nothing to list");
    assertThatThrownBy(() -> client.readBanner(DEADLINE)).hasMessage("not asked here");
  }

  @Test
  void isNotAskedWhoItIs() {
    InstanceClient real = new OneLogClient();
    InstanceClient client = counting.each(InstanceClient.class, real);
    assertThat(Set.of(client)).contains(client);
    assertThat(client).isNotEqualTo(real).hasToString(real.toString());
    assertThat(calls).hasValue(0);
  }
}
