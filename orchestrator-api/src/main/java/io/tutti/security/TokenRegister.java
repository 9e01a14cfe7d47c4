package io.tutti.security;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.store.NamedToken;
import io.tutti.store.Role;
import io.tutti.store.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that are good now: the one that the controller was started with, which reaches
 * everywhere, and those that were given away.
 */
public final class TokenRegister {
  private static final Logger LOG = LoggerFactory.getLogger(TokenRegister.class);

  /** Who bears the token of the settings, or of the data folder. */
  public static final String BOOTSTRAP = "bootstrap";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,62}");

  /** In the audit these are the controller itself. */
  private static final List<String> RESERVED = List.of(BOOTSTRAP, "tutti", "policy", "unknown");

  private static final int TOKENS_MAX = 1000;

  /** Another controller on the same store may give tokens away, or take them back. */
  private static final Duration KEPT = Duration.ofSeconds(5);

  private final AccessToken bootstrap;
  private final Supplier<Tokens> store;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Known known = new Known(Map.of(), Instant.MIN);

  private record Known(Map<String, NamedToken> byHash, Instant readAt) {}

  /** A token that was made, with its text, which is nowhere else. */
  public record Made(NamedToken token, AccessToken text) {}

  /**
   * @param store asked for when it is needed first, as it is opened while the web server starts
   */
  public TokenRegister(AccessToken bootstrap, Supplier<Tokens> store, InstantSource clock) {
    this.bootstrap = bootstrap;
    this.store = store;
    this.clock = clock;
  }

  /** Whose a token is, and how far it reaches; empty when it is none, or none any more. */
  public Optional<NamedToken> find(String text) {
    if (bootstrap.is(text)) {
      return Optional.of(
          new NamedToken(
              BOOTSTRAP,
              Role.ADMIN,
              bootstrap.hash(),
              Instant.EPOCH,
              "",
              Optional.empty(),
              Optional.empty()));
    }
    Instant now = clock.instant();
    return Optional.ofNullable(known(now).get(AccessToken.hash(text)))
        .filter(token -> token.state(now) == NamedToken.State.ACTIVE);
  }

  /** Whether a token that was good is still so; by its name, which is never given twice. */
  public boolean isGood(String name) {
    Instant now = clock.instant();
    return name.equals(BOOTSTRAP)
        || known(now).values().stream()
            .anyMatch(
                token -> token.name().equals(name) && token.state(now) == NamedToken.State.ACTIVE);
  }

  /** Those of the last seconds; older ones where the store does not answer. */
  private Map<String, NamedToken> known(Instant now) {
    boolean fresh = known.readAt().isAfter(now.minus(KEPT));
    if (!fresh && reading.tryLock()) {
      try {
        read(now);
      } catch (RuntimeException e) {
        LOG.warn("Tokens could not be read; those that were known are taken", e);
      } finally {
        reading.unlock();
      }
    }
    return known.byHash();
  }

  private void read(Instant now) {
    known =
        new Known(
            store.get().all().stream()
                .collect(Collectors.toMap(NamedToken::hash, Function.identity())),
            now);
  }

  public List<NamedToken> all() {
    return store.get().all();
  }

  /**
   * Makes a token.
   *
   * @param lifetime after which it expires; for ever without
   * @throws OrchestratorException INVALID_REQUEST, TOKEN_EXISTS
   */
  public Made create(String name, Role role, Optional<Duration> lifetime, String by) {
    if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
      throw refused(
          ErrorCode.INVALID_REQUEST,
          "name",
          "That is not a valid name for a token.",
          "take 1 to 63 of a-z, 0-9, - . _ @, and none of " + String.join(", ", RESERVED));
    }
    Instant now = clock.instant();
    if (lifetime.filter(span -> span.isNegative() || span.isZero()).isPresent()
        || lifetime.filter(span -> span.compareTo(Duration.ofDays(36_500)) > 0).isPresent()) {
      throw refused(
          ErrorCode.INVALID_REQUEST,
          "ttl",
          "The lifetime of a token must be positive, and less than a hundred years.",
          "write PT24H for a day");
    }
    if (store.get().all().size() >= TOKENS_MAX) {
      throw refused(
          ErrorCode.INVALID_REQUEST,
          name,
          "There are %d tokens, the most that are kept.".formatted(TOKENS_MAX),
          "use one of those that exist");
    }
    AccessToken text = AccessToken.random();
    NamedToken token =
        new NamedToken(name, role, text.hash(), now, by, lifetime.map(now::plus), Optional.empty());
    if (!store.get().add(token)) {
      throw refused(
          ErrorCode.TOKEN_EXISTS,
          name,
          "There is, or was, a token %s; a name is never used twice. Nothing was changed."
              .formatted(name),
          "take another name, such as " + name + "-2");
    }
    read(now);
    return new Made(token, text);
  }

  /**
   * Takes a token back, from the next request on.
   *
   * @throws OrchestratorException UNKNOWN_TOKEN; INVALID_REQUEST for the one of the start
   */
  public void revoke(String name) {
    if (name.equals(BOOTSTRAP)) {
      throw refused(
          ErrorCode.INVALID_REQUEST,
          name,
          "The token of the settings, or of the data folder, cannot be revoked here.",
          "change TUTTI_TOKEN, or delete the file \"token\" of the data folder, and start the"
              + " controller again");
    }
    Instant now = clock.instant();
    if (!store.get().revoke(name, now)) {
      throw refused(
          ErrorCode.UNKNOWN_TOKEN,
          name,
          "There is no token of that name, or it is revoked.",
          Remedies.of(Acts.listTokens()));
    }
    read(now);
  }

  private static OrchestratorException refused(
      ErrorCode code, String target, String observed, String advice) {
    return refused(code, target, observed, Remedies.of(advice));
  }

  private static OrchestratorException refused(
      ErrorCode code, String target, String observed, Remedies remedies) {
    return new OrchestratorException(code, target, observed, remedies);
  }
}
