package io.tutti.discovery;

import io.tutti.alarm.Alarm;
import io.tutti.model.InstanceAddress;
import io.tutti.store.FleetStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves what changed in the fleet, in batches, on one thread; a batch that could not be saved is
 * part of the next.
 */
final class FleetSaver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetSaver.class);

  private final Fleet fleet;
  private final FleetStore store;
  private final Duration interval;
  private final Runnable atEachRound;
  private final Alarm alarm = new Alarm();
  private volatile long lastRoundNanos = System.nanoTime();

  FleetSaver(Fleet fleet, FleetStore store, Duration interval, Runnable atEachRound) {
    this.fleet = fleet;
    this.store = store;
    this.interval = interval;
    this.atEachRound = atEachRound;
  }

  FleetStore.Contents load() {
    return store.load();
  }

  void start() {
    lastRoundNanos = System.nanoTime();
    Thread.ofVirtual().name("fleet-saver").start(this::run);
  }

  /** Does not wait for the interval to end. */
  void saveSoon() {
    alarm.ring();
  }

  synchronized void remove(InstanceAddress address) {
    store.remove(address);
  }

  private void run() {
    try {
      while (alarm.await(interval)) {
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() {
    try {
      atEachRound.run();
      save();
      lastRoundNanos = System.nanoTime();
    } catch (RuntimeException e) {
      LOG.error("A round of saving failed; it is tried again in {}", interval, e);
    }
  }

  /** Since the last round that saved all there was. */
  Duration sinceLastRound() {
    return Duration.ofNanos(System.nanoTime() - lastRoundNanos);
  }

  /**
   * Saves what was not yet.
   *
   * @throws RuntimeException where the store does not; it is tried again with the next round
   */
  synchronized void save() {
    Fleet.Unsaved unsaved = fleet.takeUnsaved();
    try {
      if (!unsaved.nodes().isEmpty()) {
        store.save(unsaved.nodes());
      }
      if (unsaved.names()) {
        store.saveNames(unsaved.aliases(), unsaved.clusterNames());
      }
    } catch (RuntimeException e) {
      fleet.putBack(unsaved);
      throw e;
    }
  }

  @Override
  public void close() {
    alarm.close();
    save();
  }
}
