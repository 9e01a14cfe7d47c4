package io.tutti.discovery;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.ReplicationLink;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices sooner than the next reading that a source has ended, or says nothing.
 *
 * <ol>
 *   <li>Its idle connection has ended: it and its replicas are read at once, in parallel. What they
 *       say decides; a session that somebody ended means nothing.
 *   <li>It does not answer: it is asked for its greeting by overlapping attempts ({@link
 *       SilentSources}).
 * </ol>
 */
final class SourceAlarm implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceAlarm.class);

  private final Fleet fleet;
  private final Wakefulness wakefulness;
  private final Map<InstanceAddress, InstanceWatch> watches;
  private final InstantSource clock;
  private final BiConsumer<InstanceWatch, OrchestratorException> onUnanswered;
  private final IdleConnections idle = new IdleConnections();
  private final SilentSources silent = new SilentSources(new OfSilent());
  private final Pulse pulse = new Pulse(this::look);

  /**
   * @param watches of all addresses, as they come and go
   * @param onUnanswered records that a source has not answered one more attempt
   */
  SourceAlarm(
      Fleet fleet,
      Wakefulness wakefulness,
      Map<InstanceAddress, InstanceWatch> watches,
      InstantSource clock,
      BiConsumer<InstanceWatch, OrchestratorException> onUnanswered) {
    this.fleet = fleet;
    this.wakefulness = wakefulness;
    this.watches = watches;
    this.clock = clock;
    this.onUnanswered = onUnanswered;
  }

  void start() {
    pulse.start();
    idle.start();
  }

  /** Keeps the idle connection of one server. */
  IdleWatch idleOf(InstanceAddress address) {
    return new IdleWatch(address, idle, () -> onIdleEnd(address));
  }

  private void look() {
    wakefulness.pass();
    silent.look(watches.values());
  }

  private void onIdleEnd(InstanceAddress address) {
    wakefulness.pass();
    read(address);
    List<InstanceAddress> replicas =
        fleet.snapshot(clock.instant()).linksTo(fleet.keptUnder(address)).stream()
            .map(ReplicationLink::replica)
            .distinct()
            .toList();
    replicas.forEach(this::read);
    LOG.info(
        "{}: its idle connection has ended; it and its {} replicas are read at once",
        address,
        replicas.size());
  }

  private void read(InstanceAddress address) {
    Optional.ofNullable(watches.get(address)).ifPresent(InstanceWatch::contactNow);
  }

  /** What comes of asking a source beside its watch. */
  private final class OfSilent implements SilentSources.Listener {
    @Override
    public void onUnanswered(InstanceAddress address, OrchestratorException cause) {
      wakefulness.pass();
      Optional.ofNullable(watches.get(address))
          .filter(watch -> watch.isSilentSource(SilentSources.AFTER))
          .ifPresent(watch -> onUnanswered.accept(watch, cause));
    }

    @Override
    public void onAnswered(InstanceAddress address) {
      Optional.ofNullable(watches.get(address)).ifPresent(InstanceWatch::hasAnswered);
      fleet.recordAnswer(address, clock.instant());
    }
  }

  @Override
  public void close() {
    pulse.close();
    idle.close();
  }
}
