package io.tutti.operation.server;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.Wanted;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.operation.Permit;
import io.tutti.spi.Around;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.LogReader;
import io.tutti.spi.NamedLock;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.fence.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A session that says nothing any more once the operation that opened it was displaced. */
public final class GuardedSession implements Servers.Session {
  private static final Runnable GOES_ON = () -> {};

  private final Servers.Session real;
  private final Permit permit;
  private final Runnable cutOff;

  private GuardedSession(Servers.Session real, Permit permit, Runnable cutOff) {
    this.real = real;
    this.permit = permit;
    this.cutOff = cutOff;
  }

  /**
   * For the operation in which this thread acts; else the session as it is.
   *
   * @param cutOff ends from another thread what the session is saying
   */
  public static Servers.Session of(Servers.Session real, Runnable cutOff) {
    return Permit.current()
        .<Servers.Session>map(permit -> new GuardedSession(real, permit, cutOff))
        .orElse(real);
  }

  private <T> T guarded(Class<T> role, T plain) {
    Around around = call -> permit.say(call, cutOff);
    return around.each(role, plain);
  }

  @Override
  public FlavorProvider provider() {
    return real.provider();
  }

  @Override
  public boolean isVouched() {
    return real.isVouched();
  }

  @Override
  public InstanceState read(Deadline deadline) {
    return permit.say(() -> real.read(deadline), cutOff);
  }

  @Override
  public ServerProgress readProgress(Deadline deadline) {
    return permit.say(() -> real.readProgress(deadline), cutOff);
  }

  @Override
  public ReplicationControl control() {
    return guarded(ReplicationControl.class, real.control());
  }

  @Override
  public LogReader logs() {
    return guarded(LogReader.class, real.logs());
  }

  @Override
  public Optional<LiveLogs> logsOf(Wanted wanted) throws IOException {
    return real.logsOf(wanted);
  }

  @Override
  public Observed<NamedLock> claimAlone(String name, Deadline deadline) {
    return permit.say(() -> real.claimAlone(name, deadline), cutOff);
  }

  /** Also of an operation that may say nothing else any more. */
  @Override
  public void giveBack(String name, Deadline deadline) {
    real.giveBack(name, deadline);
  }

  @Override
  public FenceControl fence() {
    return guarded(FenceControl.class, real.fence());
  }

  @Override
  public Optional<CloneControl> cloning() {
    return real.cloning().map(Cloning::new);
  }

  @Override
  public Trial tryToReplicate(Credentials as, Deadline deadline) {
    return permit.say(() -> real.tryToReplicate(as, deadline), cutOff);
  }

  @Override
  public Trial tryToReplicate(Credentials as, boolean overTls, Deadline deadline) {
    return permit.say(() -> real.tryToReplicate(as, overTls, deadline), cutOff);
  }

  /** What is read is nobody's harm: it is not begun any more, and not cut off. */
  @Override
  public BinlogReader binlog() {
    Around around = call -> permit.say(call, GOES_ON);
    return around.each(BinlogReader.class, real.binlog());
  }

  @Override
  public void close() {
    real.close();
  }

  /** A copy that was begun is not cut off: all that its server had is gone by then. */
  private final class Cloning implements CloneControl {
    private final CloneControl plain;
    private final CloneControl guarded;

    Cloning(CloneControl plain) {
      this.plain = plain;
      this.guarded = guarded(CloneControl.class, plain);
    }

    @Override
    public Observed<CloneStatus> read(Role role, Deadline deadline) {
      return guarded.read(role, deadline);
    }

    @Override
    public void requirePrivileges(Role role, Deadline deadline) {
      guarded.requirePrivileges(role, deadline);
    }

    @Override
    public List<String> statements(InstanceAddress donor) {
      return plain.statements(donor);
    }

    @Override
    public void cloneFrom(InstanceAddress donor, Deadline deadline) {
      permit.say(
          () -> {
            plain.cloneFrom(donor, deadline);
            return donor;
          },
          GOES_ON);
    }
  }
}
