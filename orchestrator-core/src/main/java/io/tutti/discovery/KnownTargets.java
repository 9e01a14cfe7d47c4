package io.tutti.discovery;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.KnownServers;
import io.tutti.trust.ContactRule;
import io.tutti.trust.Fingerprint;
import io.tutti.trust.KnownServer;
import io.tutti.trust.KnownServer.Reason;
import io.tutti.trust.NamedPlace;
import io.tutti.trust.Shown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lets no server have the password that has not earned it, as ssh does with host keys.
 *
 * <ol>
 *   <li>An address that only a server named is contacted where the settings let it ({@link
 *       ContactRule}).
 *   <li>What a server shows whose address a person named is kept at its first contact.
 *   <li>Any other one is given scrambles only. When it wants the password it must have the key of a
 *       server that is known already, or waits until a person trusts it.
 *   <li>One that shows something else than it showed before is given nothing.
 *   <li>Trust is of the server: under another name it is trusted, too, where it is proved to be the
 *       same ({@link NamedPlace}).
 * </ol>
 *
 * Safe to call from any thread.
 */
public final class KnownTargets implements Targets {
  /**
   * One that waits is not asked again before somebody trusted something: each attempt is a broken
   * handshake, and a server blocks a host after a hundred of them.
   */
  private static final Duration WAIT = Duration.ofHours(1);

  /** What no name service is asked for. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+|[0-9a-f:.%]*:[0-9a-f:.%]*");

  private final Targets configured;
  private final KnownServers store;
  private final ContactRule rule;
  private final AuditLog audit;
  private final InstantSource clock;
  private final Map<InstanceAddress, KnownServer> known = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, String> toBeKnown = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Waiting> waiting = new ConcurrentHashMap<>();

  /** Judged once: a name service that fails later takes no server away that has no name. */
  private final Set<InstanceAddress> near = ConcurrentHashMap.newKeySet();

  private final ServerLook looks;
  private final OtherNames otherNames = new OtherNames();

  private final Map<InstanceAddress, Instant> compared = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /** The same one while nobody comes or goes. */
  private volatile Set<InstanceAddress> trusted = Set.of();

  /** Why a server is not asked again for a while. */
  private record Waiting(OrchestratorException why, long atChange, Instant since) {}

  public KnownTargets(
      Targets configured,
      KnownServers store,
      ContactRule rule,
      AuditLog audit,
      InstantSource clock) {
    this.configured = configured;
    this.looks = new ServerLook(configured);
    this.store = store;
    this.rule = rule;
    this.audit = audit;
    this.clock = clock;
    store.all().forEach(server -> known.put(server.address(), server));
    trusted = Set.copyOf(known.keySet());
  }

  @Override
  public Target targetFor(InstanceAddress address) {
    Optional<KnownServer> server = find(address);
    List<String> certificates =
        server
            .flatMap(KnownServer::certificate)
            .map(List::of)
            .orElseGet(() ->
                known.values().stream()
                    .flatMap(each -> each.certificate().stream())
                    .distinct()
                    .sorted()
                    .toList());
    return configured
        .targetFor(address)
        .trusting(
            new ServerTrust(
                server.flatMap(KnownServer::publicKey), certificates, server.isPresent()));
  }

  @Override
  public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
    return configured.heartbeatsFor(address);
  }

  @Override
  public void named(InstanceAddress address, String by) {
    if (find(address).filter(KnownServer::isNamed).isEmpty()) {
      toBeKnown.put(address, by);
      changes.incrementAndGet();
    }
  }

  @Override
  public boolean isToBeKnown(InstanceAddress address) {
    return toBeKnown.containsKey(address);
  }

  @Override
  public boolean knows(InstanceAddress address) {
    return find(address).isPresent();
  }

  /**
   * Whoever answers can say that it is a trusted server: it is believed where the name that is
   * trusted leads there anyway.
   */
  @Override
  public void sameServer(InstanceAddress one, InstanceAddress other) {
    otherNames.add(one, other);
    find(one).ifPresent(this::keepOtherNames);
    find(other).ifPresent(this::keepOtherNames);
  }

  private void keepOtherNames(KnownServer server) {
    if (!server.isNamed() || server.reason() == Reason.SAME_SERVER) {
      return;
    }
    for (InstanceAddress other : otherNames.of(server.address())) {
      boolean isOpen =
          find(other)
              .filter(each ->
                  each.reason() != Reason.SAME_SERVER
                      || each.publicKey().equals(server.publicKey())
                          && each.certificate().equals(server.certificate()))
              .isEmpty();
      if (isOpen && NamedPlace.leadsTo(server.address(), other)) {
        keep(
            other,
            new Shown(server.publicKey(), server.certificate()),
            server.by(),
            Reason.SAME_SERVER);
      }
    }
  }

  @Override
  public void forgotten(InstanceAddress address) {
    otherNames.forget(address);
    remove(address);
  }

  private void remove(InstanceAddress address) {
    toBeKnown.remove(address);
    waiting.remove(address);
    near.remove(address);
    if (known.remove(address) != null) {
      trusted = Set.copyOf(known.keySet());
      store.remove(address);
    }
  }

  @Override
  public Identified identify(
      FlavorCatalogue catalogue,
      InstanceAddress address,
      Supplier<Greeting> greeting,
      Deadline deadline) {
    requireContact(address);
    Greeting greeted = greeting.get();
    keepFirst(address, greeted, deadline);
    try {
      return catalogue.identify(targetFor(address), greeted, deadline);
    } catch (OrchestratorException e) {
      Optional<OrchestratorException> refusal = judge(address, greeted, e, deadline);
      if (refusal.isPresent()) {
        waiting.put(address, new Waiting(refusal.get(), changes.get(), clock.instant()));
        throw refusal.get();
      }
      return catalogue.identify(targetFor(address), greeted, deadline);
    }
  }

  /** Throws what keeps us from asking there now. */
  private void requireContact(InstanceAddress address) {
    if (!toBeKnown.containsKey(address) && find(address).isEmpty() && !near.contains(address)) {
      rule.refusal(address, named())
          .ifPresent(why -> {
            throw new OrchestratorException(
                ErrorCode.ADDRESS_NOT_ALLOWED,
                address.toString(),
                "%s was named by no admin and is not contacted: %s.".formatted(address, why),
                Remedies.of(Acts.discover(address)).or("set tutti.discovery.allow"));
          });
    }
    if (NUMBERS.matcher(address.host()).matches()) {
      near.add(address);
    }
    Waiting wait = waiting.get(address);
    if (wait != null) {
      boolean isOver =
          wait.atChange() != changes.get() || wait.since().plus(WAIT).isBefore(clock.instant());
      if (!isOver) {
        throw wait.why();
      }
      waiting.remove(address, wait);
    }
  }

  private List<InstanceAddress> named() {
    return Stream.concat(
            toBeKnown.keySet().stream(),
            known.values().stream().filter(KnownServer::isNamed).map(KnownServer::address))
        .toList();
  }

  private void keepFirst(InstanceAddress address, Greeting greeted, Deadline deadline) {
    Optional<KnownServer> before = find(address);
    String by = toBeKnown.get(address);
    boolean isVouched = by == null && before.isEmpty() && rule.vouchesFor(address);
    if (by == null && !isVouched) {
      return;
    }
    Optional<Shown> looked = looks.tried(address, greeted, deadline);
    if (looked.isEmpty()) {
      return;
    }
    Shown shown = looks.whole(address, looked.get(), greeted, deadline);
    boolean isContradicted =
        before.filter(server -> server.isContradictedBy(looked.get())).isPresent();
    if (!isContradicted) {
      keep(
          address,
          shown,
          by == null ? AuditRecord.SELF : by,
          isVouched ? Reason.VOUCHED : Reason.NAMED);
    }
  }

  /** Why the server is given no more than it was; empty when it is known now and may be asked. */
  private Optional<OrchestratorException> judge(
      InstanceAddress address, Greeting greeted, OrchestratorException failed, Deadline deadline) {
    Optional<KnownServer> server = find(address);
    boolean wantsPassword =
        failed.code() == ErrorCode.SERVER_UNTRUSTED
            || failed.code() == ErrorCode.TLS_FAILED
                && configured.targetFor(address).tls() == TlsMode.REQUIRED;
    boolean mayBeAnother =
        server.filter(KnownServer::hasShown).isPresent()
            && failed.code() == ErrorCode.ACCESS_DENIED
            && isToBeCompared(address);
    if (!wantsPassword && !mayBeAnother) {
      throw failed;
    }
    Shown shown = looks.tried(address, greeted, deadline).orElseThrow(() -> failed);
    if (server.filter(each -> each.isContradictedBy(shown)).isPresent()) {
      return Optional.of(changed(server.get(), shown));
    }
    if (!wantsPassword) {
      throw failed;
    }
    Optional<KnownServer> sameKey = server.isPresent() ? Optional.empty() : withKeyOf(shown);
    if (sameKey.isPresent()) {
      keep(address, shown, AuditRecord.SELF, Reason.SAME_KEY);
      return Optional.empty();
    }
    return Optional.of(unknown(address, shown, failed));
  }

  private boolean isToBeCompared(InstanceAddress address) {
    Instant now = clock.instant();
    Instant last = compared.get(address);
    boolean isDue = last == null || last.plus(WAIT).isBefore(now);
    if (isDue) {
      compared.put(address, now);
    }
    return isDue;
  }

  private Optional<KnownServer> withKeyOf(Shown shown) {
    return shown
        .publicKey()
        .map(Fingerprint::of)
        .flatMap(wanted ->
            known.values().stream()
                .filter(each ->
                    each.publicKey().map(Fingerprint::of).filter(wanted::equals).isPresent())
                .findFirst());
  }

  private OrchestratorException changed(KnownServer server, Shown shown) {
    OrchestratorException refusal =
        new OrchestratorException(
            ErrorCode.SERVER_KEY_CHANGED,
            server.address().toString(),
            "%s shows another key than before: known since %s is %s, now it shows %s. It may be another server that sits in between or took its address. It was given nothing."
                .formatted(server.address(), server.since(), server.fingerprints(), shown),
            Remedies.of(
                "find out whether the server was set up again; if so: %s",
                Acts.trust(server.address())));
    record(
        AuditRecord.SELF, "server.refused", server.address(), Outcome.FAILED, refusal.observed());
    return refusal;
  }

  private static OrchestratorException unknown(
      InstanceAddress address, Shown shown, OrchestratorException failed) {
    if (shown.equals(Shown.NOTHING)) {
      return failed;
    }
    return new OrchestratorException(
        ErrorCode.SERVER_UNTRUSTED,
        address.toString(),
        "%s wants the password, and nobody has trusted it yet; it shows %s. It was given nothing from which a password can be read."
            .formatted(address, shown),
        Remedies.of(Acts.trust(address)),
        failed);
  }

  private void keep(InstanceAddress address, Shown shown, String by, Reason reason) {
    KnownServer server =
        new KnownServer(
            address, shown.publicKey(), shown.certificate(), clock.instant(), by, reason);
    store.save(server);
    known.put(address, server);
    trusted = Set.copyOf(known.keySet());
    toBeKnown.remove(address);
    waiting.remove(address);
    changes.incrementAndGet();
    record(
        by,
        "server.trusted",
        address,
        Outcome.DONE,
        "%s; it shows %s.".formatted(words(reason), shown));
    keepOtherNames(server);
  }

  private static String words(Reason reason) {
    return switch (reason) {
      case NAMED -> "Named by a person, at its first contact";
      case TRUSTED -> "A person trusted it";
      case SAME_KEY -> "It has the key of a server that is trusted";
      case VOUCHED -> "tutti.discovery.trust names its address";
      case SAME_SERVER -> "It is the server of an address that is trusted, which leads there";
    };
  }

  private void record(
      String actor, String action, InstanceAddress target, Outcome outcome, String reason) {
    audit.append(
        new AuditRecord(clock.instant(), actor, action, target.toString(), outcome, reason));
  }

  /** What is known of an address. */
  public Optional<KnownServer> find(InstanceAddress address) {
    return Optional.ofNullable(known.get(address));
  }

  /** The addresses of all that are trusted. */
  public Set<InstanceAddress> trusted() {
    return trusted;
  }

  /** All servers that are trusted. */
  public List<KnownServer> all() {
    return known.values().stream()
        .sorted((one, other) -> one.address().compareTo(other.address()))
        .toList();
  }

  /**
   * What a server shows now; it gets the account's name and nothing else.
   *
   * @throws OrchestratorException when it does not answer
   */
  public Shown look(InstanceAddress address, Deadline deadline) {
    return looks.at(address, deadline);
  }

  /**
   * Trusts a server with what it shows now, in the place of what was known of it. Of one that must
   * show a fingerprint only that is kept: whoever sits in between could hand on the one, and show
   * its own for the other.
   *
   * @param fingerprint what it must show; empty for whatever it shows
   * @throws OrchestratorException SERVER_KEY_CHANGED when it shows something else
   */
  public KnownServer trust(
      InstanceAddress address, Optional<String> fingerprint, String by, Deadline deadline) {
    Shown shown =
        fingerprint.isPresent() ? looks.at(address, deadline) : looks.wholly(address, deadline);
    if (fingerprint.filter(wanted -> !shown.has(wanted)).isPresent()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_KEY_CHANGED,
          address.toString(),
          "%s shows %s, not %s. Nothing was changed."
              .formatted(address, shown, fingerprint.orElseThrow()),
          Remedies.of(Acts.showTrust(address)));
    }
    keep(address, shown, by, Reason.TRUSTED);
    return find(address).orElseThrow();
  }

  /**
   * Trusts a server no longer, under none of its names that are proved to be it; it is given
   * scrambles only from its next login on.
   */
  public void distrust(InstanceAddress address, String by) {
    if (find(address).isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_INSTANCE,
          address.toString(),
          address + " is not among the servers that are trusted. Nothing was changed.",
          Remedies.of(Acts.listTrusted()));
    }
    List<InstanceAddress> names =
        Stream.concat(
                Stream.of(address),
                otherNames.provedOf(address).filter(other -> find(other).isPresent()))
            .toList();
    for (InstanceAddress name : names) {
      remove(name);
      record(by, "server.distrusted", name, Outcome.DONE, "Requested by " + by + ".");
    }
  }
}
