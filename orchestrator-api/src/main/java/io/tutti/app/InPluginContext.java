package io.tutti.app;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.BarredApplier;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.Greeting;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.ScheduledEvents;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.StatusReader;
import io.tutti.spi.Target;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.CloneControl;
import io.tutti.spi.backup.CloneStanding;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceControl;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.Trial;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Runs a plugin's code with the plugin's class loader as the thread's, because drivers look up
 * parts of themselves through it.
 */
final class InPluginContext {
  private final ClassLoader loader;

  private InPluginContext(ClassLoader loader) {
    this.loader = loader;
  }

  static FlavorProvider provider(FlavorProvider plugin, ClassLoader loader) {
    InPluginContext context = new InPluginContext(loader);
    return context.new Provider(plugin);
  }

  private <T> T call(Supplier<T> code) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return code.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private final class Provider implements FlavorProvider {
    private final FlavorProvider plugin;

    Provider(FlavorProvider plugin) {
      this.plugin = plugin;
    }

    @Override
    public String id() {
      return plugin.id();
    }

    @Override
    public String description() {
      return plugin.description();
    }

    @Override
    public Set<Capability> capabilities() {
      return plugin.capabilities();
    }

    @Override
    public List<String> monitoringGrants(ServerVersion version, String account) {
      return call(() -> plugin.monitoringGrants(version, account));
    }

    @Override
    public List<String> operatingGrants(ServerVersion version, String account) {
      return call(() -> plugin.operatingGrants(version, account));
    }

    @Override
    public List<Knob> declaredKnobs() {
      return call(plugin::declaredKnobs);
    }

    @Override
    public KnobCatalogue knobs(ServerVersion version) {
      return call(() -> plugin.knobs(version));
    }

    @Override
    public ReplicationStatements replicationStatements(ServerVersion version) {
      return call(() -> plugin.replicationStatements(version));
    }

    @Override
    public BackupGuide backups(ServerVersion version) {
      return call(() -> plugin.backups(version));
    }

    @Override
    public FenceGuide fencing(ServerVersion version) {
      return call(() -> plugin.fencing(version));
    }

    @Override
    public List<AdviceRule> advice() {
      return call(plugin::advice);
    }

    @Override
    public boolean canConnect(Greeting greeting) {
      return call(() -> plugin.canConnect(greeting));
    }

    @Override
    public boolean looksLikeOwn(Greeting greeting) {
      return call(() -> plugin.looksLikeOwn(greeting));
    }

    @Override
    public Detection detect(ServerBanner banner) {
      return call(() -> plugin.detect(banner));
    }

    @Override
    public InstanceClient open(Target target) {
      return new Client(call(() -> plugin.open(target)));
    }

    @Override
    public String toString() {
      return plugin.id() + " from " + loader;
    }
  }

  private final class Client implements InstanceClient {
    private final InstanceClient client;

    Client(InstanceClient client) {
      this.client = client;
    }

    @Override
    public ServerBanner readBanner(Deadline deadline) {
      return call(() -> client.readBanner(deadline));
    }

    @Override
    public StatusReader statusReader() {
      return new Reader(call(client::statusReader));
    }

    @Override
    public ReplicationControl replicationControl() {
      return new Control(call(client::replicationControl));
    }

    @Override
    public long generation() {
      return client.generation();
    }

    @Override
    public boolean stillAnswers(Deadline deadline) {
      return call(() -> client.stillAnswers(deadline));
    }

    @Override
    public FenceControl fenceControl() {
      return new Fencing(call(client::fenceControl));
    }

    @Override
    public CloneControl cloneControl() {
      return new Cloning(call(client::cloneControl));
    }

    @Override
    public LogReader logReader() {
      LogReader reader = call(client::logReader);
      return new LogReader() {
        @Override
        public List<LogFile> files(Deadline deadline) {
          return call(() -> reader.files(deadline));
        }

        @Override
        public List<LogEvent> list(
            Log log,
            String channel,
            Optional<BinlogPosition> from,
            int countMax,
            Deadline deadline) {
          return call(() -> reader.list(log, channel, from, countMax, deadline));
        }

        @Override
        public Observed<List<String>> errorLog(Instant from, Instant to, Deadline deadline) {
          return call(() -> reader.errorLog(from, to, deadline));
        }
      };
    }

    @Override
    public void close() {
      call(() -> {
        client.close();
        return true;
      });
    }
  }

  private final class Reader implements StatusReader {
    private final StatusReader reader;

    Reader(StatusReader reader) {
      this.reader = reader;
    }

    @Override
    public InstanceState read(List<HeartbeatTable> heartbeats, Deadline deadline) {
      return call(() -> reader.read(heartbeats, deadline));
    }
  }

  private final class Control implements ReplicationControl {
    private final ReplicationControl control;

    Control(ReplicationControl control) {
      this.control = control;
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
      return call(() -> control.readBarred(deadline));
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
    public Observed<ScheduledEvents> events(Deadline deadline) {
      return call(() -> control.events(deadline));
    }

    @Override
    public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
      return call(() -> control.read(knob, channel, deadline));
    }

    private void run(Runnable code) {
      call(() -> {
        code.run();
        return true;
      });
    }
  }

  private final class Cloning implements CloneControl {
    private final CloneControl control;

    Cloning(CloneControl control) {
      this.control = control;
    }

    @Override
    public Observed<CloneStanding> read(Deadline deadline) {
      return call(() -> control.read(deadline));
    }

    @Override
    public void requirePrivileges(Role role, Deadline deadline) {
      call(() -> {
        control.requirePrivileges(role, deadline);
        return true;
      });
    }

    @Override
    public List<String> statements(InstanceAddress donor) {
      return call(() -> control.statements(donor));
    }

    @Override
    public void cloneFrom(InstanceAddress donor, Deadline deadline) {
      call(() -> {
        control.cloneFrom(donor, deadline);
        return true;
      });
    }
  }

  private final class Fencing implements FenceControl {
    private final FenceControl control;

    Fencing(FenceControl control) {
      this.control = control;
    }

    @Override
    public void requirePrivileges(Deadline deadline) {
      call(() -> {
        control.requirePrivileges(deadline);
        return true;
      });
    }

    @Override
    public SortedMap<String, String> read(Deadline deadline) {
      return call(() -> control.read(deadline));
    }

    @Override
    public void set(String variable, String value, Deadline deadline) {
      call(() -> {
        control.set(variable, value, deadline);
        return true;
      });
    }

    @Override
    public EndedSessions endSessions(Deadline deadline) {
      return call(() -> control.endSessions(deadline));
    }

    @Override
    public Trial tryToWrite(Optional<Credentials> as, Deadline deadline) {
      return call(() -> control.tryToWrite(as, deadline));
    }
  }
}
