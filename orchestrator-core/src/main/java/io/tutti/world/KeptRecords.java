package io.tutti.world;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import io.tutti.store.BackupSessions;
import io.tutti.store.Candidacies;
import io.tutti.store.Downtimes;
import io.tutti.store.FailoverHolds;
import io.tutti.store.Fences;
import io.tutti.store.Incidents;
import io.tutti.store.KeptSettings;
import io.tutti.store.RebuildMarks;
import io.tutti.store.RememberedClusters;
import io.tutti.store.Silences;
import io.tutti.store.StartupObservations;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Candidacy;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Fence;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.Records;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.Silence;
import io.tutti.topology.StartupObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * The controller's own records: written through to the store, and read from memory. All who write
 * records do it by the ports of this, so that a record that was saved is in the next view of the
 * world that anybody asks for. One controller at a time writes to a store.
 */
public final class KeptRecords {
  private final Stored stored;
  private final AtomicLong version = new AtomicLong();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Kept<List<Fence>> fences;
  private final Kept<List<StartupObservation>> startups;
  private final Kept<List<Incident>> incidents;
  private final Kept<List<RebuildMark>> rebuilds;
  private final Kept<List<BackupSession>> backups;
  private final Kept<Map<InstanceAddress, KeptSettings.Kept>> settings;
  private final Kept<List<Silence>> silences;
  private final Kept<List<Downtime>> downtimes;
  private final Kept<List<FailoverHold>> holds;
  private final Kept<List<Candidacy>> candidacies;
  private final Kept<List<RememberedCluster>> remembered;

  /** Where they are kept. */
  public record Stored(
      Fences fences,
      StartupObservations startups,
      Incidents incidents,
      RebuildMarks rebuilds,
      BackupSessions backups,
      KeptSettings settings,
      Silences silences,
      Downtimes downtimes,
      FailoverHolds holds,
      Candidacies candidacies,
      RememberedClusters remembered) {}

  public KeptRecords(Stored stored) {
    this.stored = stored;
    this.fences = new Kept<>(stored.fences()::all, this::changed);
    this.startups = new Kept<>(stored.startups()::all, this::changed);
    this.incidents = new Kept<>(stored.incidents()::open, this::changed);
    this.rebuilds = new Kept<>(stored.rebuilds()::all, this::changed);
    this.backups = new Kept<>(stored.backups()::open, this::changed);
    this.settings = new Kept<>(stored.settings()::loadAll, this::changed);
    this.silences = new Kept<>(stored.silences()::all, this::changed);
    this.downtimes = new Kept<>(stored.downtimes()::all, this::changed);
    this.holds = new Kept<>(stored.holds()::all, this::changed);
    this.candidacies = new Kept<>(stored.candidacies()::all, this::changed);
    this.remembered = new Kept<>(stored.remembered()::all, this::changed);
  }

  /** What is to be called after each change of any record, on the thread of who changed it. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  private void changed() {
    version.incrementAndGet();
    listeners.forEach(Runnable::run);
  }

  /** Grows with each change. */
  long version() {
    return version.get();
  }

  /** All but the settings to be kept, which are reported by {@link #settingsNow}. */
  public Records records() {
    return Records.NONE
        .withFences(fences.now())
        .withStartups(startups.now())
        .withIncidents(incidents.now())
        .withRebuilds(rebuilds.now())
        .withBackups(backups.now())
        .withDowntimes(downtimes.now())
        .withRemembered(remembered.now());
  }

  Map<InstanceAddress, KeptSettings.Kept> settingsNow() {
    return settings.now();
  }

  /** Who is fenced. */
  public Fences fences() {
    return new Fences() {
      @Override
      public List<Fence> all() {
        return fences.now();
      }

      @Override
      public Optional<Fence> find(InstanceAddress instance) {
        return all().stream().filter(each -> each.instance().equals(instance)).findFirst();
      }

      @Override
      public void save(Fence fence) {
        fences.write(() -> stored.fences().save(fence));
      }

      @Override
      public void keep(Fence fence) {
        fences.write(() -> stored.fences().keep(fence));
      }

      @Override
      public void sync() {
        stored.fences().sync();
      }

      @Override
      public void remove(InstanceAddress instance) {
        fences.write(() -> stored.fences().remove(instance));
      }
    };
  }

  /** How servers started. */
  public StartupObservations startups() {
    return new StartupObservations() {
      @Override
      public List<StartupObservation> all() {
        return startups.now();
      }

      @Override
      public Optional<StartupObservation> find(InstanceAddress instance) {
        return all().stream().filter(each -> each.instance().equals(instance)).findFirst();
      }

      @Override
      public void save(StartupObservation observation) {
        startups.write(() -> stored.startups().save(observation));
      }

      @Override
      public void change(InstanceAddress instance, UnaryOperator<StartupObservation> change) {
        startups.write(() -> stored.startups().change(instance, change));
      }
    };
  }

  /** Who is to be rebuilt. */
  public RebuildMarks rebuilds() {
    return new RebuildMarks() {
      @Override
      public List<RebuildMark> all() {
        return rebuilds.now();
      }

      @Override
      public Optional<RebuildMark> find(InstanceAddress instance) {
        return all().stream().filter(each -> each.instance().equals(instance)).findFirst();
      }

      @Override
      public void save(RebuildMark mark) {
        rebuilds.write(() -> stored.rebuilds().save(mark));
      }

      @Override
      public void remove(InstanceAddress instance) {
        rebuilds.write(() -> stored.rebuilds().remove(instance));
      }
    };
  }

  /** Restarts. Those that are over are asked of the store. */
  public Incidents incidents() {
    return new Incidents() {
      @Override
      public void add(Incident incident) {
        incidents.write(() -> stored.incidents().add(incident));
      }

      @Override
      public void found(String id, Incident.Evidence evidence) {
        incidents.write(() -> stored.incidents().found(id, evidence));
      }

      @Override
      public boolean close(String id, Incident.Closing closing) {
        return incidents.write(() -> stored.incidents().close(id, closing));
      }

      @Override
      public void replaced(String id, Optional<Incident.Replacement> replacement) {
        incidents.write(() -> stored.incidents().replaced(id, replacement));
      }

      @Override
      public Optional<Incident> find(String id) {
        return stored.incidents().find(id);
      }

      @Override
      public List<Incident> open() {
        return incidents.now();
      }

      @Override
      public List<Incident> latest(Optional<InstanceAddress> instance, int limit) {
        return stored.incidents().latest(instance, limit);
      }
    };
  }

  /** Backup sessions. Those that are over are asked of the store. */
  public BackupSessions backups() {
    return new BackupSessions() {
      @Override
      public List<BackupSession> open() {
        return backups.now();
      }

      @Override
      public Optional<BackupSession> find(String id) {
        return stored.backups().find(id);
      }

      @Override
      public List<BackupSession> latest(InstanceAddress instance, int limit) {
        return stored.backups().latest(instance, limit);
      }

      @Override
      public void save(BackupSession session) {
        backups.write(() -> stored.backups().save(session));
      }

      @Override
      public boolean renew(String id, Duration lease, Instant until) {
        return backups.write(() -> stored.backups().renew(id, lease, until));
      }

      @Override
      public void end(String id, Instant at) {
        backups.write(() -> stored.backups().end(id, at));
      }

      @Override
      public void remove(String id) {
        backups.write(() -> stored.backups().remove(id));
      }
    };
  }

  /** Which findings somebody knows of. */
  public Silences silences() {
    return new Silences() {
      @Override
      public List<Silence> all() {
        return silences.now();
      }

      @Override
      public void save(Silence silence) {
        silences.write(() -> stored.silences().save(silence));
      }

      @Override
      public void remove(String code, Extent of) {
        silences.write(() -> stored.silences().remove(code, of));
      }
    };
  }

  /** What is worked on. */
  public Downtimes downtimes() {
    return new Downtimes() {
      @Override
      public List<Downtime> all() {
        return downtimes.now();
      }

      @Override
      public void save(Downtime downtime) {
        downtimes.write(() -> stored.downtimes().save(downtime));
      }

      @Override
      public void remove(Extent of) {
        downtimes.write(() -> stored.downtimes().remove(of));
      }
    };
  }

  /** Which clusters do not fail over by themselves. */
  public FailoverHolds holds() {
    return new FailoverHolds() {
      @Override
      public List<FailoverHold> all() {
        return holds.now();
      }

      @Override
      public void save(FailoverHold hold) {
        holds.write(() -> stored.holds().save(hold));
      }

      @Override
      public void remove(FailoverHold hold) {
        holds.write(() -> stored.holds().remove(hold));
      }
    };
  }

  /** Whom somebody wants promoted, and whom not. */
  public Candidacies candidacies() {
    return new Candidacies() {
      @Override
      public List<Candidacy> all() {
        return candidacies.now();
      }

      @Override
      public void save(Candidacy candidacy) {
        candidacies.write(() -> stored.candidacies().save(candidacy));
      }

      @Override
      public void remove(InstanceAddress instance) {
        candidacies.write(() -> stored.candidacies().remove(instance));
      }
    };
  }

  /** Who was below each source while it lived. */
  public RememberedClusters remembered() {
    return new RememberedClusters() {
      @Override
      public List<RememberedCluster> all() {
        return remembered.now();
      }

      @Override
      public void save(RememberedCluster cluster) {
        remembered.write(() -> stored.remembered().save(cluster));
      }

      @Override
      public void remove(InstanceAddress source) {
        remembered.write(() -> stored.remembered().remove(source));
      }
    };
  }

  /** What operations keep of settings. */
  public KeptSettings settings() {
    return new KeptSettings() {
      @Override
      public KeptSettings.Settings load(InstanceAddress address) {
        return Optional.ofNullable(settings.now().get(address))
            .map(KeptSettings.Kept::settings)
            .orElse(KeptSettings.Settings.NONE);
      }

      @Override
      public Map<InstanceAddress, KeptSettings.Kept> loadAll() {
        return settings.now();
      }

      @Override
      public void save(InstanceAddress address, KeptSettings.Kept kept) {
        settings.write(() -> stored.settings().save(address, kept));
      }
    };
  }
}
