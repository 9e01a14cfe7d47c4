package io.tutti.operation.server;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.BarredApplier;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.ScheduledEvents;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.function.Supplier;

/** A control of which each call is watched. */
record GuardedControl(ReplicationControl control, Guard guard) implements ReplicationControl {

  /** Sees how a call ends. */
  interface Guard {
    <T> T call(Supplier<T> work);
  }

  private void run(Runnable work) {
    guard.call(() -> {
      work.run();
      return true;
    });
  }

  @Override
  public void start(ReplicationThread thread, String channel, Deadline deadline) {
    run(() -> control.start(thread, channel, deadline));
  }

  @Override
  public void startUntilGapsAreClosed(String channel, Deadline deadline) {
    run(() -> control.startUntilGapsAreClosed(channel, deadline));
  }

  @Override
  public BarredApplier.Standing readBarred(Deadline deadline) {
    return guard.call(() -> control.readBarred(deadline));
  }

  @Override
  public void actOnBarred(BarredApplier.Act act, Deadline deadline) {
    run(() -> control.actOnBarred(act, deadline));
  }

  @Override
  public void dropReceived(String channel, Deadline deadline) {
    run(() -> control.dropReceived(channel, deadline));
  }

  @Override
  public void stop(ReplicationThread thread, String channel, Deadline deadline) {
    run(() -> control.stop(thread, channel, deadline));
  }

  @Override
  public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
    run(() -> control.skipTransaction(gtid, channel, deadline));
  }

  @Override
  public void skipNext(int count, String channel, Deadline deadline) {
    run(() -> control.skipNext(count, channel, deadline));
  }

  @Override
  public void goOnAt(BinlogPosition place, String channel, Deadline deadline) {
    run(() -> control.goOnAt(place, channel, deadline));
  }

  @Override
  public void attach(Attachment way, Credentials as, Deadline deadline) {
    run(() -> control.attach(way, as, deadline));
  }

  @Override
  public void follow(NewSource source, String channel, Deadline deadline) {
    run(() -> control.follow(source, channel, deadline));
  }

  @Override
  public void endChannel(String channel, Deadline deadline) {
    run(() -> control.endChannel(channel, deadline));
  }

  @Override
  public void wipeBinlogs(Deadline deadline) {
    run(() -> control.wipeBinlogs(deadline));
  }

  @Override
  public void restoreExecuted(GtidSet executed, Deadline deadline) {
    run(() -> control.restoreExecuted(executed, deadline));
  }

  @Override
  public void set(KnobSetting setting, Deadline deadline) {
    run(() -> control.set(setting, deadline));
  }

  @Override
  public void persist(KnobSetting setting, Deadline deadline) {
    run(() -> control.persist(setting, deadline));
  }

  @Override
  public void forget(ServerKnob knob, Deadline deadline) {
    run(() -> control.forget(knob, deadline));
  }

  @Override
  public void requirePrivileges(ControlNeeds needs, Deadline deadline) {
    run(() -> control.requirePrivileges(needs, deadline));
  }

  @Override
  public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
    return guard.call(() -> control.read(knob, channel, deadline));
  }

  @Override
  public Observed<ScheduledEvents> events(Deadline deadline) {
    return guard.call(() -> control.events(deadline));
  }
}
