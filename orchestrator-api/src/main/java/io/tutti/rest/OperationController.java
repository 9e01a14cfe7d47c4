package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.OperationView;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.security.TokenRegister;
import io.tutti.store.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Operations: what was asked for, how far it is, and how to stop it. */
@RestController
@RequestMapping("/api/v1/operations")
class OperationController {
  /** So many of the newest are looked at when only some of them are wanted, too. */
  private static final int LIMIT_MAX = 1000;

  /** Longer than any operation; who follows breaks off and comes back as it likes. */
  private static final long FOLLOW_MILLIS_MAX = 24L * 60 * 60 * 1000;

  /** Each keeps a connection; people and scripts that follow one operation each are few. */
  static final int FOLLOWERS_MAX = 200;

  /** How soon a stream ends whose token is none any more. */
  private static final Duration TOKEN_ASKED_EVERY = Duration.ofSeconds(1);

  private final Operations operations;
  private final TokenRegister tokens;
  private final Followers followers = new Followers(FOLLOWERS_MAX);

  OperationController(Operations operations, TokenRegister tokens) {
    this.operations = operations;
    this.tokens = tokens;
  }

  @GetMapping
  @Needs(Role.VIEWER)
  Items<OperationView> operations(
      @RequestParam Optional<String> target,
      @RequestParam Optional<String> actor,
      @RequestParam Optional<String> kind,
      @RequestParam Optional<String> state,
      @RequestParam Optional<String> since,
      @RequestParam(defaultValue = "50") int limit) {
    int most = Past.limit(limit, LIMIT_MAX);
    OperationFilter wanted =
        new OperationFilter(
            target, actor, kind, state.map(OperationController::state), since.map(Past::since));
    int looked = wanted.isEverything() ? most : LIMIT_MAX;
    return Itemized.of(
        operations.runner().latest(looked).stream().filter(wanted::takes).limit(most).toList(),
        OperationViews::of);
  }

  private static OperationState state(String name) {
    return Arrays.stream(OperationState.values())
        .filter(state -> state.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                "state",
                "An operation is never \"%s\".".formatted(name),
                List.of("use one of " + Arrays.toString(OperationState.values()))));
  }

  @GetMapping("/{id}")
  @Needs(Role.VIEWER)
  OperationView operation(@PathVariable String id) {
    OperationId wanted = id(id);
    return OperationViews.of(
        operations.runner().require(wanted), operations.runner().hookRuns(wanted));
  }

  /**
   * All events from that number on, past ones first; ends when the operation is at rest, or the
   * token is none any more.
   */
  @GetMapping(path = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Needs(Role.VIEWER)
  SseEmitter events(
      @PathVariable String id,
      @RequestParam(defaultValue = "1") long from,
      @RequestHeader(name = "Last-Event-ID", required = false) Optional<Long> last,
      Caller caller) {
    OperationId operation = operations.runner().require(id(id)).id();
    SseEmitter emitter = new SseEmitter(FOLLOW_MILLIS_MAX);
    long first = last.map(seen -> seen + 1).orElse(from);
    CompletableFuture<OperationState> following = follow(operation, first, emitter);
    Followers.endWith(following, () -> tokens.isGood(caller.name()), TOKEN_ASKED_EVERY);
    emitter.onCompletion(() -> following.cancel(true));
    emitter.onTimeout(() -> following.cancel(true));
    emitter.onError(failure -> following.cancel(true));
    following.whenComplete((state, failure) -> emitter.complete());
    return emitter;
  }

  private CompletableFuture<OperationState> follow(
      OperationId operation, long first, SseEmitter emitter) {
    followers.enter();
    try {
      CompletableFuture<OperationState> following =
          operations.runner().follow(operation, first, event -> send(emitter, event));
      following.whenComplete((state, failure) -> followers.leave());
      return following;
    } catch (RuntimeException e) {
      followers.leave();
      throw e;
    }
  }

  private static void send(SseEmitter emitter, OperationEvent event) {
    try {
      emitter.send(
          SseEmitter.event()
              .id(Long.toString(event.sequence()))
              .name("operation")
              .data(OperationViews.of(event), MediaType.APPLICATION_JSON));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @PostMapping("/{id}:cancel")
  @Needs(Role.OPERATOR)
  OperationView cancel(@PathVariable String id, Caller caller) {
    return OperationViews.of(operations.runner().cancel(id(id), caller.name()));
  }

  /** Tries again to undo what is stuck. */
  @PostMapping("/{id}:retry")
  @Needs(Role.OPERATOR)
  OperationView retry(@PathVariable String id) {
    return OperationViews.of(operations.runner().retry(id(id)));
  }

  /** Declares that a person has put right what is stuck. */
  @PostMapping("/{id}:settle")
  @Needs(Role.ADMIN)
  OperationView settle(@PathVariable String id, Caller caller) {
    return OperationViews.of(
        operations
            .runner()
            .settle(id(id), caller.name(), caller.reason().orElse("no reason was given")));
  }

  private static OperationId id(String text) {
    if (text.isBlank()) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_OPERATION,
          "operation",
          "An operation's id is not blank.",
          Remedies.of(Acts.listOperations()));
    }
    return new OperationId(text);
  }
}
