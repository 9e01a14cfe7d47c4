package io.tutti.discovery;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.FleetStore;
import io.tutti.topology.Neighbour;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WrongReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds instances and keeps watching them.
 *
 * <ol>
 *   <li>Every known instance is read at each poll interval ({@link InstanceWatch}).
 *   <li>What a reading says of sources and replicas is followed: each new one is watched, too.
 *   <li>A server that is met under a second name is kept once; its other names are checked now and
 *       then.
 *   <li>What changed is saved every {@link #SAVE_INTERVAL}, at once when durability settings
 *       changed.
 *   <li>An instance that did not answer for {@link DiscoverySettings#forgetAfter} is forgotten,
 *       with an audit record.
 * </ol>
 */
public final class Discovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

  /**
   * Batches the writes of many polls; a controller that dies loses at most this much of positions,
   * never settings.
   */
  static final Duration SAVE_INTERVAL = Duration.ofSeconds(2);

  private final FlavorCatalogue catalogue;
  private final Targets targets;
  private final DiscoverySettings settings;
  private final AuditLog audit;
  private final InstantSource clock;
  private final Wakefulness wakefulness;
  private final SourceAlarm alarm;
  private final Fleet fleet;
  private final FleetSaver saver;
  private final Semaphore contacts;
  private final PollTimes polls = new PollTimes();
  private volatile FirstLook firstLook = FirstLook.NONE;
  private final Map<InstanceAddress, InstanceWatch> watches = new ConcurrentHashMap<>();
  private final Guesses guesses;
  private volatile ReadingListener listener = ReadingListener.NONE;
  private volatile ChangeListener changes = ChangeListener.NONE;
  private boolean restored;
  private volatile boolean closed;

  public Discovery(
      FlavorCatalogue catalogue,
      Targets targets,
      DiscoverySettings settings,
      FleetStore store,
      AuditLog audit,
      InstantSource clock) {
    this.catalogue = catalogue;
    this.targets = targets;
    this.settings = settings;
    this.audit = audit;
    this.clock = clock;
    this.guesses = new Guesses(clock);
    this.wakefulness = new Wakefulness(clock, settings.frozenAfter());
    this.fleet = new Fleet((before, now) -> changes.onChange(before, now), wakefulness::watching);
    this.alarm = new SourceAlarm(fleet, wakefulness, watches, clock, this::recordFailure);
    alarm.start();
    this.contacts = new Semaphore(settings.concurrentContactsMax());
    this.saver = new FleetSaver(fleet, store, SAVE_INTERVAL, this::forgetVanished);
  }

  /** Takes up what the store holds; nothing is contacted yet. */
  public void restore() {
    fleet.restore(saver.load());
    restored = true;
  }

  /** Who is to hear of readings; to be said before anything is watched. */
  public void listen(ReadingListener wanted) {
    listener = wanted;
  }

  /** Who is to hear of each change of what is known; to be said before anything is watched. */
  public void listenToChanges(ChangeListener wanted) {
    changes = wanted;
  }

  /** Watches all that is known, after taking up what the store holds where that was not done. */
  public void start() {
    if (!restored) {
      restore();
    }
    TopologySnapshot known = snapshot();
    known.nodes().keySet().forEach(this::watch);
    known.aliases().forEach(targets::sameServer);
    known.aliases().keySet().forEach(alias -> watch(alias).becomeAlias(true));
    saver.start();
  }

  /** From now on every server is seen to like that when it was connected to. */
  public void seeToFirst(FirstLook look) {
    firstLook = look;
  }

  /** How well the watching itself goes. */
  public Vitals vitals() {
    List<Duration> overdue = watches.values().stream().map(InstanceWatch::overdue).toList();
    return new Vitals(
        overdue.size(),
        (int) overdue.stream().filter(late -> late.compareTo(settings.lateAfter()) > 0).count(),
        saver.sinceLastRound());
  }

  /** How long contacts take. */
  public PollTimes polls() {
    return polls;
  }

  /** Everything known now. */
  public TopologySnapshot snapshot() {
    return fleet.snapshot(clock.instant());
  }

  /**
   * Whether an instance may answer: its last reading did not fail, or this controller has not read
   * it since it started.
   */
  public boolean mayAnswer(InstanceAddress address) {
    return fleet.find(address).filter(node -> node.contact() != Node.Contact.FAILED).isPresent();
  }

  /**
   * A receiver was asked to connect anew: what it says now is read at once.
   *
   * @param connected whether it did, so that its source has answered it
   */
  public void hasReconnected(InstanceAddress replica, String channel, boolean connected) {
    if (connected) {
      fleet.recordReconnected(replica, channel, clock.instant());
    }
    Optional.ofNullable(watches.get(fleet.keptUnder(replica))).ifPresent(InstanceWatch::contactNow);
  }

  /** The cluster of that server has the name from now on; it is kept when this returns. */
  public void giveName(String name, InstanceAddress to) {
    fleet.giveName(name, to, clock.instant());
    saver.save();
  }

  public FlavorCatalogue flavors() {
    return catalogue;
  }

  /**
   * Reads one instance and all that it leads to.
   *
   * @param actor who asked
   * @return done when every instance that was met was read or has failed; fails with the reason
   *     when the first one could not be read, and then a first one that was not known before is not
   *     kept
   */
  public CompletableFuture<DiscoveryReport> discover(InstanceAddress seed, String actor) {
    boolean hasKey = targets.knows(seed);
    targets.named(seed, actor);
    return discover(seed, actor, fleet.find(seed).isPresent(), hasKey);
  }

  /**
   * The same for somebody who may not have servers trusted: one that nobody else has named is
   * contacted, and given scrambles, as one that only a server named.
   */
  public CompletableFuture<DiscoveryReport> discoverUntrusted(InstanceAddress seed, String actor) {
    return discover(seed, actor, fleet.find(seed).isPresent(), targets.knows(seed));
  }

  /**
   * The same of an instance that the settings name: one that cannot be read is kept, and asked
   * again as any other.
   */
  public CompletableFuture<DiscoveryReport> discoverSeed(InstanceAddress seed, String actor) {
    targets.named(seed, actor);
    return discover(seed, actor, true, true);
  }

  private CompletableFuture<DiscoveryReport> discover(
      InstanceAddress seed, String actor, boolean isKept, boolean hasKey) {
    boolean known = fleet.find(seed).isPresent();
    admit(seed, Optional.empty());
    InstanceWatch watch = watch(seed);
    CompletableFuture<ContactOutcome> contact = known ? watch.contactNow() : watch.firstContact();
    Crawl crawl = new Crawl(seed, fleet, this::watch);
    return contact.thenCompose(outcome -> {
      if (outcome instanceof ContactOutcome.Failed(OrchestratorException cause)) {
        return CompletableFuture.failedFuture(refuseSeed(seed, isKept, hasKey, cause, actor));
      }
      record(actor, "discovery.requested", seed, Outcome.DONE, "Requested by " + actor + ".");
      return crawl.start();
    });
  }

  /**
   * @param hasKey whether its key was known before: that stays, else a second attempt would trust
   *     whatever answers
   */
  private OrchestratorException refuseSeed(
      InstanceAddress seed,
      boolean isKept,
      boolean hasKey,
      OrchestratorException cause,
      String actor) {
    record(actor, "discovery.requested", seed, Outcome.FAILED, cause.observed());
    if (isKept) {
      return cause;
    }
    if (!hasKey) {
      targets.forgotten(seed);
    }
    drop(seed);
    return new OrchestratorException(
        cause.code(),
        cause.target(),
        cause.observed() + " It was not added.",
        cause.remedies(),
        cause);
  }

  /**
   * Stops watching an instance and drops what is known of it. If others still lead to it, it will
   * be found again.
   *
   * @return the instances that still lead to it
   * @throws OrchestratorException UNKNOWN_INSTANCE
   */
  public List<InstanceAddress> forget(InstanceAddress address, String actor) {
    Node node =
        fleet
            .find(address)
            .orElseThrow(() ->
                new OrchestratorException(
                    ErrorCode.UNKNOWN_INSTANCE,
                    address.toString(),
                    address + " is not known. Nothing was changed.",
                    Remedies.of(Acts.showTopology())));
    List<InstanceAddress> leading = fleet.leadingTo(node.address());
    snapshot().aliasesOf(node.address()).forEach(targets::forgotten);
    targets.forgotten(node.address());
    drop(node.address());
    record(
        actor, "instance.forgotten", node.address(), Outcome.DONE, "Requested by " + actor + ".");
    return leading;
  }

  private void drop(InstanceAddress address) {
    List<InstanceAddress> names = snapshot().aliasesOf(address);
    fleet.forget(address);
    listener.onForgotten(address);
    saver.remove(address);
    stopWatch(address);
    names.forEach(this::stopWatch);
  }

  private void stopWatch(InstanceAddress address) {
    InstanceWatch watch = watches.remove(address);
    if (watch != null) {
      watch.stop();
    }
  }

  private void forgetVanished() {
    Instant now = clock.instant();
    for (Node node : snapshot().nodes().values()) {
      boolean vanished =
          node.failure()
              .filter(f -> f.since().plus(settings.forgetAfter()).isBefore(now))
              .isPresent();
      if (vanished) {
        drop(node.address());
        record(
            AuditRecord.SELF,
            "instance.forgotten",
            node.address(),
            Outcome.DONE,
            "It did not answer since %s, longer than %s. Last: %s"
                .formatted(
                    node.failure().orElseThrow().since(),
                    settings.forgetAfter(),
                    node.failure().orElseThrow().observed()));
      }
    }
  }

  private InstanceWatch watch(InstanceAddress address) {
    return watches.computeIfAbsent(
        address,
        key -> {
          InstanceWatch watch =
              new InstanceWatch(
                  key,
                  targets,
                  catalogue,
                  settings,
                  contacts,
                  () -> firstLook,
                  this::onOutcome,
                  alarm.idleOf(key));
          if (closed) {
            watch.stop();
          }
          watch.start();
          return watch;
        });
  }

  private void onOutcome(InstanceWatch watch, ContactOutcome outcome) {
    wakefulness.pass();
    polls.record(outcome, watch.took());
    InstanceAddress address = watch.address();
    switch (outcome) {
      case ContactOutcome.Reached(InstanceState state) -> {
        if (guesses.isWrong(address, state)) {
          rejectGuess(address);
        } else {
          recordReached(watch, state);
        }
      }
      case ContactOutcome.Failed(OrchestratorException cause) -> {
        if (guesses.isOpen(address)) {
          rejectGuess(address);
        } else {
          recordFailure(watch, cause);
        }
      }
    }
  }

  private void recordReached(InstanceWatch watch, InstanceState state) {
    InstanceAddress address = watch.address();
    guesses.confirm(address);
    Optional<Node> before = fleet.find(address);
    if (fleet.keptUnder(address).equals(address)) {
      report(before.flatMap(Node::state), state);
    }
    Fleet.Naming naming = fleet.record(address, state, clock.instant());
    watch.becomeAlias(naming == Fleet.Naming.ALIAS);
    if (naming == Fleet.Naming.ALIAS) {
      targets.sameServer(address, fleet.keptUnder(address));
    } else if (before
        .filter(node -> node.address().equals(address))
        .flatMap(Node::state)
        .isEmpty()) {
      fleet.otherNamesOf(address).forEach(other -> targets.sameServer(address, other));
    }
    if (naming == Fleet.Naming.OWN) {
      auditReached(address, before);
      boolean durabilityChanged =
          before
              .flatMap(Node::state)
              .filter(old -> old.durability().equals(state.durability()))
              .isEmpty();
      if (durabilityChanged) {
        saver.saveSoon();
      }
    }
    for (Neighbour neighbour : Neighbour.of(state)) {
      follow(address, neighbour);
    }
  }

  /** What the listener cannot do now, as its store is away, it does at the next reading. */
  private void report(Optional<InstanceState> before, InstanceState now) {
    try {
      listener.onReading(before, now);
    } catch (RuntimeException e) {
      LOG.error("{}: whether it was restarted could not be recorded", now.address(), e);
    }
  }

  private void auditReached(InstanceAddress address, Optional<Node> before) {
    if (before.flatMap(Node::state).isEmpty()) {
      String via =
          before
              .flatMap(Node::foundVia)
              .map(found -> "Found through " + found + ".")
              .orElse("Named by a person.");
      record(AuditRecord.SELF, "instance.found", address, Outcome.DONE, via);
    } else if (before.flatMap(Node::failure).isPresent()) {
      record(
          AuditRecord.SELF,
          "instance.regained",
          address,
          Outcome.DONE,
          "It answers again; it had failed since "
              + before.flatMap(Node::failure).orElseThrow().since()
              + ".");
    }
  }

  private void recordFailure(InstanceWatch watch, OrchestratorException cause) {
    InstanceAddress address = watch.address();
    Optional<Node> server = misreporting(address);
    if (server.isPresent()) {
      rejectGuess(address);
      record(
          AuditRecord.SELF,
          "instance.forgotten",
          address,
          Outcome.DONE,
          "%s reports this address as its own (report_host), and answers there."
              .formatted(server.get().address()));
      return;
    }
    Optional<Node> before = fleet.find(address);
    Instant now = clock.instant();
    fleet.recordFailure(address, cause, watch.attempt(now));
    for (InstanceAddress wanted : listener.readersWanted(address, cause, now)) {
      Optional.ofNullable(watches.get(wanted)).ifPresent(InstanceWatch::contactNow);
    }
    boolean sameAsBefore =
        before.flatMap(Node::failure).filter(failure -> failure.code() == cause.code()).isPresent();
    boolean wasRead = before.flatMap(Node::state).isPresent();
    boolean metOnTheWay = before.flatMap(Node::foundVia).isPresent();
    if (!sameAsBefore && (wasRead || metOnTheWay)) {
      String action = wasRead ? "instance.lost" : "instance.met";
      record(AuditRecord.SELF, action, address, Outcome.FAILED, cause.observed());
    }
  }

  /** The server of which an address is only a wrong report; looked up cheaply first. */
  private Optional<Node> misreporting(InstanceAddress address) {
    return fleet.isReported(address) ? WrongReport.behind(snapshot(), address) : Optional.empty();
  }

  private void follow(InstanceAddress from, Neighbour neighbour) {
    InstanceAddress address = neighbour.address();
    if (fleet.find(address).isPresent() || watches.containsKey(address)) {
      return;
    }
    boolean isGuess = neighbour.guessed() || misreporting(address).isPresent();
    if (!isGuess || guesses.isTried(address, neighbour.expectedServerId())) {
      admit(address, Optional.of(from));
    }
  }

  private void admit(InstanceAddress address, Optional<InstanceAddress> via) {
    if (fleet.find(address).isEmpty() && fleet.size() >= settings.instancesMax()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          address.toString(),
          "%s was not added: %d instances are watched, the most that is configured."
              .formatted(address, fleet.size()),
          List.of("raise tutti.discovery.instances-max"));
    }
    fleet.add(address, via, clock.instant());
    if (!closed) {
      watch(address);
    }
  }

  private void rejectGuess(InstanceAddress address) {
    guesses.reject(address);
    drop(address);
  }

  private void record(
      String actor, String action, InstanceAddress target, Outcome outcome, String reason) {
    audit.append(
        new AuditRecord(clock.instant(), actor, action, target.toString(), outcome, reason));
  }

  /** Contacts an instance at once, as it may be trusted now; done when that has ended. */
  public CompletableFuture<Boolean> contactAgain(InstanceAddress address) {
    InstanceWatch watch = watches.get(address);
    return watch == null
        ? CompletableFuture.completedFuture(false)
        : watch.contactNow().thenApply(outcome -> outcome instanceof ContactOutcome.Reached);
  }

  /** Stops all watches and saves what is known. */
  @Override
  public void close() {
    closed = true;
    alarm.close();
    watches.values().forEach(InstanceWatch::stop);
    saver.close();
  }
}
