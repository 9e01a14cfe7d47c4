package io.tutti.discovery;

import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.Defect;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.topology.ContactFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one instance again and again, on a virtual thread of its own.
 *
 * <ol>
 *   <li>Ask who is there (once for each first contact, and after a lost connection), and make sure
 *       first ({@link FirstLook}).
 *   <li>Let the plugin that claims it read its status.
 *   <li>Hand the outcome over, then wait for the rest of the interval. An instance that refuses us
 *       is asked less and less often, so that no account gets locked and no host blocked; one that
 *       does not answer is asked at every interval, and more often for a while after it was lost,
 *       also where it refuses us first. Of one where each moment counts ({@link FirstLook#read}),
 *       or that has replicas, a sign of life is asked in between, so that a restart is not noticed
 *       an interval late; not where an idle connection reports of it ({@link IdleWatch}).
 * </ol>
 */
final class InstanceWatch {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceWatch.class);

  /**
   * A server that refuses us is asked at least this often, so that a repaired account is noticed
   * within a minute.
   */
  private static final Duration REFUSED_INTERVAL_MAX = Duration.ofMinutes(1);

  /** So long after a contact was lost the server may be just restarting. */
  private static final Duration RESTART_MAX = Duration.ofMinutes(2);

  /** Whoever comes back unfenced takes writes until it is seen. */
  private static final Duration RESTART_INTERVAL = Duration.ofMillis(100);

  /** How soon it is asked again when a connection broke. */
  private static final Duration RETRY_MIN = Duration.ofMillis(5);

  /** Also a bound of how long a server that starts fenced keeps its clients for nothing. */
  private static final Duration LIFE_INTERVAL = Duration.ofMillis(200);

  private static final long NONE = -1;

  private final InstanceAddress address;
  private final Targets targets;
  private final FlavorCatalogue catalogue;
  private final DiscoverySettings settings;
  private final Semaphore contacts;
  private final Supplier<FirstLook> firstLook;
  private final BiConsumer<InstanceWatch, ContactOutcome> onOutcome;
  private final IdleWatch idle;
  private final WatchClaim claim;

  private final CompletableFuture<ContactOutcome> firstContact = new CompletableFuture<>();
  private final ReentrantLock waiting = new ReentrantLock();
  private final Condition woken = waiting.newCondition();
  private boolean nudged;
  private volatile boolean stopped;
  private volatile boolean alias;

  /** When the next contact begins, or the one under way began. */
  private volatile long dueNanos = System.nanoTime();

  /** When the latest contact began, after it had waited for its turn. */
  private volatile long contactNanos = System.nanoTime();

  private volatile boolean isUnderWay;

  /** When it last said something, though it could not be read. */
  private volatile long answeredNanos = System.nanoTime();

  /** It answered nothing at its latest contact. */
  private volatile boolean isSilent;

  /** Others replicated from it when it was read last. */
  private volatile boolean isSource;

  private volatile Duration took = Duration.ZERO;

  private CompletableFuture<ContactOutcome> nextContact = new CompletableFuture<>();

  private Optional<FlavorCatalogue.Identified> identified = Optional.empty();
  private Optional<Greeting> greeting = Optional.empty();

  /** The connections over which it was seen to, and over which what it reported first was taken. */
  private long seenTo = NONE;

  private long reported = NONE;
  private Optional<Long> lostNanos = Optional.empty();
  private int refusals;
  private int failedInRow;
  private boolean eachMomentCounts;
  private boolean wasReached;

  /** A source may come back before the next poll, and take writes that it must not take. */
  private boolean hasReplicas;

  InstanceWatch(
      InstanceAddress address,
      Targets targets,
      FlavorCatalogue catalogue,
      DiscoverySettings settings,
      Semaphore contacts,
      Supplier<FirstLook> firstLook,
      BiConsumer<InstanceWatch, ContactOutcome> onOutcome,
      IdleWatch idle) {
    this.address = address;
    this.targets = targets;
    this.catalogue = catalogue;
    this.settings = settings;
    this.contacts = contacts;
    this.firstLook = firstLook;
    this.onOutcome = onOutcome;
    this.idle = idle;
    this.claim = new WatchClaim(address, settings.pollInterval());
  }

  InstanceAddress address() {
    return address;
  }

  /** Done when the first contact was made, or failed. */
  CompletableFuture<ContactOutcome> firstContact() {
    return firstContact;
  }

  void start() {
    Thread.ofVirtual().name("watch-" + address).start(this::run);
  }

  void stop() {
    stopped = true;
    wake();
  }

  /** Contacts the instance at once; done when a contact that starts after this call has ended. */
  CompletableFuture<ContactOutcome> contactNow() {
    waiting.lock();
    try {
      nudged = true;
      woken.signalAll();
      return nextContact;
    } finally {
      waiting.unlock();
    }
  }

  /** From now on only check now and then that this name still leads to the same server. */
  void becomeAlias(boolean isAlias) {
    alias = isAlias;
  }

  private void wake() {
    waiting.lock();
    try {
      nudged = true;
      woken.signalAll();
    } finally {
      waiting.unlock();
    }
  }

  private void run() {
    try {
      while (!stopped) {
        long startedNanos = System.nanoTime();
        dueNanos = startedNanos;
        CompletableFuture<ContactOutcome> promise = takePromise();
        ContactOutcome outcome = contact();
        hand(outcome);
        firstContact.complete(outcome);
        promise.complete(outcome);
        keepIdle(outcome);
        waitUntil(startedNanos + delayAfter(outcome).toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      OrchestratorException gone =
          new OrchestratorException(
              ErrorCode.UNKNOWN_INSTANCE,
              address.toString(),
              address + " is no longer watched.",
              List.of());
      firstContact.complete(new ContactOutcome.Failed(gone));
      takePromise().complete(new ContactOutcome.Failed(gone));
      idle.close();
      disconnect();
    }
  }

  private CompletableFuture<ContactOutcome> takePromise() {
    waiting.lock();
    try {
      CompletableFuture<ContactOutcome> taken = nextContact;
      nextContact = new CompletableFuture<>();
      nudged = false;
      return taken;
    } finally {
      waiting.unlock();
    }
  }

  /** A source that ends is to be noticed at once. */
  private void keepIdle(ContactOutcome outcome) throws InterruptedException {
    if (outcome instanceof ContactOutcome.Failed || identified.isEmpty()) {
      return;
    }
    if (!hasReplicas || alias) {
      idle.giveUp();
    } else if (idle.isDue()) {
      contacts.acquire();
      try {
        idle.open(identified.get().client(), Deadline.after(settings.contactTimeout()));
      } finally {
        contacts.release();
      }
    }
  }

  private void hand(ContactOutcome outcome) {
    try {
      if (!stopped) {
        onOutcome.accept(this, outcome);
      }
    } catch (RuntimeException e) {
      LOG.error("{}: the outcome of a contact could not be recorded", address, e);
    }
  }

  private ContactOutcome contact() throws InterruptedException {
    contacts.acquire();
    contactNanos = System.nanoTime();
    isUnderWay = true;
    try {
      Deadline deadline = deadline();
      FlavorCatalogue.Identified server = identify(deadline);
      FirstLook look = firstLook.get();
      seeTo(look, server, deadline);
      var state = server.client().statusReader().read(targets.heartbeatsFor(address), deadline);
      // A server may be restarted faster than it is polled, and connected to again by the reading.
      seeTo(look, server, deadline);
      state = claim.in(state, look, server.client(), deadline);
      if (reported != server.client().generation()) {
        long generation = server.client().generation();
        FirstLook.Attention attention = look.read(address, state);
        reported = attention == FirstLook.Attention.AGAIN ? NONE : generation;
        eachMomentCounts = attention == FirstLook.Attention.EACH_MOMENT;
      }
      wasReached = true;
      hasReplicas =
          state.replicas().asOptional().filter(replicas -> !replicas.isEmpty()).isPresent();
      isSource = hasReplicas;
      isSilent = false;
      refusals = 0;
      failedInRow = 0;
      lostNanos = Optional.empty();
      return new ContactOutcome.Reached(state);
    } catch (OrchestratorException e) {
      return failed(e);
    } catch (RuntimeException e) {
      return failed(
          new OrchestratorException(
              ErrorCode.INTERNAL,
              address.toString(),
              "%s could not be read because of a defect in Tutti: %s."
                  .formatted(address, Defect.logged("a contact with " + address, e)),
              List.of("report it with the controller's log"),
              e));
    } finally {
      isUnderWay = false;
      took = Duration.ofNanos(System.nanoTime() - contactNanos);
      contacts.release();
    }
  }

  /**
   * A server that greets is alive, and on a busy machine it may take long to find out for the first
   * time what it is.
   */
  private Deadline deadline() {
    Deadline usual = Deadline.after(settings.contactTimeout());
    if (wasReached) {
      return usual;
    }
    greeting(usual);
    return Deadline.after(settings.untilReached());
  }

  /** How long the latest contact took, once it had its turn. */
  Duration took() {
    return took;
  }

  private void seeTo(FirstLook look, FlavorCatalogue.Identified server, Deadline deadline) {
    long generation = server.client().generation();
    if (seenTo != generation && look.at(address, server, deadline)) {
      seenTo = generation;
    }
  }

  private FlavorCatalogue.Identified identify(Deadline deadline) {
    if (identified.isEmpty()) {
      identified =
          Optional.of(targets.identify(catalogue, address, () -> greeting(deadline), deadline));
    }
    return identified.get();
  }

  private Greeting greeting(Deadline deadline) {
    Greeting known = greeting.orElseGet(() -> GreetingProbe.read(address, deadline));
    greeting = Optional.of(known);
    return known;
  }

  private ContactOutcome failed(OrchestratorException cause) {
    if (identified.isPresent() && lostNanos.isEmpty()) {
      lostNanos = Optional.of(System.nanoTime());
    }
    failedInRow++;
    isSilent =
        cause.code().kind() == ErrorKind.UNREACHABLE
            && cause.code() != ErrorCode.CONNECTION_REFUSED;
    disconnect();
    if (cause.code().kind() == ErrorKind.UNREACHABLE) {
      greeting = Optional.empty();
      refusals = 0;
    } else {
      refusals++;
    }
    return new ContactOutcome.Failed(cause);
  }

  private void disconnect() {
    identified.ifPresent(server -> server.client().close());
    identified = Optional.empty();
    seenTo = NONE;
    reported = NONE;
    eachMomentCounts = false;
    hasReplicas = false;
  }

  private Duration delayAfter(ContactOutcome outcome) {
    Duration interval = alias ? settings.aliasRecheck() : settings.pollInterval();
    if (mayBeRestarting() && !isOfOurLogin(outcome) && interval.compareTo(RESTART_INTERVAL) > 0) {
      interval = whileRestarting();
    }
    if (outcome instanceof ContactOutcome.Failed && refusals > 0) {
      Duration doubled = interval.multipliedBy(1L << Math.min(refusals, 10));
      interval = doubled.compareTo(REFUSED_INTERVAL_MAX) < 0 ? doubled : REFUSED_INTERVAL_MAX;
    }
    double factor = 1 + settings.jitter() * (ThreadLocalRandom.current().nextDouble() - 0.5);
    return Duration.ofNanos((long) (interval.toNanos() * factor));
  }

  /** That it broke is known; what is there instead is asked the sooner the less is known of it. */
  private Duration whileRestarting() {
    Duration soon = RETRY_MIN.multipliedBy(1L << Math.min(failedInRow, 10));
    return soon.compareTo(RESTART_INTERVAL) < 0 ? soon : RESTART_INTERVAL;
  }

  /** Attempts are counted against the account, or the host. */
  private static boolean isOfOurLogin(ContactOutcome outcome) {
    return outcome instanceof ContactOutcome.Failed(OrchestratorException cause)
        && (cause.code() == ErrorCode.ACCESS_DENIED || cause.code() == ErrorCode.HOST_BLOCKED);
  }

  private boolean mayBeRestarting() {
    return lostNanos.filter(since -> System.nanoTime() - since < RESTART_MAX.toNanos()).isPresent();
  }

  /** How long it has answered nothing since the latest contact began. */
  private Duration silence() {
    long now = System.nanoTime();
    return Duration.ofNanos(Math.min(now - contactNanos, now - answeredNanos));
  }

  /** The latest contact, which has failed or not ended yet. */
  ContactFailure.Attempt attempt(Instant now) {
    return new ContactFailure.Attempt(now.minus(silence()), now, idle.isHeld());
  }

  /** It said something, though it could not be read. */
  void hasAnswered() {
    answeredNanos = System.nanoTime();
  }

  /** Whether others replicate from it, and it has answered nothing for so long. */
  boolean isSilentSource(Duration atLeast) {
    return isSource && !alias && (isSilent || isUnderWay && silence().compareTo(atLeast) >= 0);
  }

  /** How much later than it should have begun the contact is that is to come or under way. */
  Duration overdue() {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - dueNanos));
  }

  private void waitUntil(long nanos) throws InterruptedException {
    dueNanos = nanos;
    long lifeNanos = LIFE_INTERVAL.toNanos();
    while ((eachMomentCounts || hasReplicas)
        && !idle.isHeld()
        && nanos - System.nanoTime() > lifeNanos) {
      if (isWokenUntil(System.nanoTime() + lifeNanos) || !stillAnswers()) {
        return;
      }
    }
    isWokenUntil(nanos);
  }

  private boolean stillAnswers() {
    return identified
        .filter(server -> server.client().stillAnswers(Deadline.after(settings.contactTimeout())))
        .isPresent();
  }

  private boolean isWokenUntil(long nanos) throws InterruptedException {
    waiting.lock();
    try {
      long left = nanos - System.nanoTime();
      while (left > 0 && !nudged && !stopped) {
        left = woken.awaitNanos(left);
      }
      return nudged || stopped;
    } finally {
      waiting.unlock();
    }
  }
}
