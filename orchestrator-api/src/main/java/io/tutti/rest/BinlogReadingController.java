package io.tutti.rest;

import io.tutti.api.BinlogAnalysisBody;
import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.BinlogReadingView.State;
import io.tutti.api.Items;
import io.tutti.api.SimulationBody;
import io.tutti.reading.BinlogReadings;
import io.tutti.reading.ReadingOrder;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.security.TokenRegister;
import io.tutti.store.Role;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Binlogs of servers that are watched: what they say, and what other settings would give. */
@RestController
@RequestMapping("/api/v1")
class BinlogReadingController {
  private static final int LIMIT_MAX = 1000;
  private static final int FOLLOWERS_MAX = 50;
  private static final long FOLLOW_MILLIS_MAX = 2L * 60 * 60 * 1000;
  private static final Duration LOOKED_EVERY = Duration.ofMillis(500);

  private final BinlogReadings readings;
  private final ReadingOrders orders;
  private final TokenRegister tokens;
  private final Followers followers = new Followers(FOLLOWERS_MAX);

  BinlogReadingController(BinlogReadings readings, Fleet fleet, TokenRegister tokens) {
    this.readings = readings;
    this.orders = new ReadingOrders(fleet);
    this.tokens = tokens;
  }

  /** Begins to read the binlogs of a server, to see how parallel they can be applied. */
  @PostMapping("/binlog-analyses")
  @Needs(Role.OPERATOR)
  ResponseEntity<BinlogReadingView> analyze(
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody BinlogAnalysisBody asked) {
    return begun(orders.analysis(asked), caller, key);
  }

  @GetMapping("/binlog-analyses")
  @Needs(Role.VIEWER)
  Items<BinlogReadingView> analyses(@RequestParam(defaultValue = "50") int limit) {
    return new Items<>(readings.latest(Kind.ANALYSIS, Past.limit(limit, LIMIT_MAX)));
  }

  /** With what came out of it, when it is at its end. */
  @GetMapping("/binlog-analyses/{id}")
  @Needs(Role.VIEWER)
  BinlogReadingView analysis(@PathVariable String id) {
    return readings.require(Kind.ANALYSIS, id);
  }

  /** How far it is, until it is at its end. */
  @GetMapping(path = "/binlog-analyses/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Needs(Role.VIEWER)
  SseEmitter followAnalysis(@PathVariable String id, Caller caller) {
    return follow(Kind.ANALYSIS, id, caller);
  }

  @PostMapping("/binlog-analyses/{id}:cancel")
  @Needs(Role.OPERATOR)
  BinlogReadingView cancelAnalysis(@PathVariable String id, Caller caller) {
    return readings.cancel(Kind.ANALYSIS, id, caller.name());
  }

  /** Begins to read the binlogs of a server, to predict what other settings would give. */
  @PostMapping("/simulations")
  @Needs(Role.OPERATOR)
  ResponseEntity<BinlogReadingView> simulate(
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody SimulationBody asked) {
    return begun(orders.simulation(asked), caller, key);
  }

  @GetMapping("/simulations")
  @Needs(Role.VIEWER)
  Items<BinlogReadingView> simulations(@RequestParam(defaultValue = "50") int limit) {
    return new Items<>(readings.latest(Kind.SIMULATION, Past.limit(limit, LIMIT_MAX)));
  }

  /** With what came out of it, when it is at its end. */
  @GetMapping("/simulations/{id}")
  @Needs(Role.VIEWER)
  BinlogReadingView simulation(@PathVariable String id) {
    return readings.require(Kind.SIMULATION, id);
  }

  /** How far it is, until it is at its end. */
  @GetMapping(path = "/simulations/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Needs(Role.VIEWER)
  SseEmitter followSimulation(@PathVariable String id, Caller caller) {
    return follow(Kind.SIMULATION, id, caller);
  }

  @PostMapping("/simulations/{id}:cancel")
  @Needs(Role.OPERATOR)
  BinlogReadingView cancelSimulation(@PathVariable String id, Caller caller) {
    return readings.cancel(Kind.SIMULATION, id, caller.name());
  }

  private ResponseEntity<BinlogReadingView> begun(
      ReadingOrder order, Caller caller, Optional<String> key) {
    BinlogReadingView begun =
        readings.begin(order, caller.name(), key.flatMap(text -> Operations.usable(caller, text)));
    String path = begun.kind() == Kind.ANALYSIS ? "binlog-analyses" : "simulations";
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/%s/%s".formatted(path, begun.id())))
        .body(begun);
  }

  private SseEmitter follow(Kind kind, String id, Caller caller) {
    readings.require(kind, id);
    followers.enter();
    SseEmitter emitter = new SseEmitter(FOLLOW_MILLIS_MAX);
    Thread thread =
        Thread.ofVirtual()
            .name("follow-reading-" + id)
            .start(() -> {
              try {
                send(emitter, kind, id, caller);
                emitter.complete();
              } catch (IOException | RuntimeException e) {
                emitter.completeWithError(e);
              } catch (InterruptedException e) {
                emitter.complete();
              } finally {
                followers.leave();
              }
            });
    emitter.onCompletion(thread::interrupt);
    emitter.onTimeout(thread::interrupt);
    emitter.onError(failure -> thread.interrupt());
    return emitter;
  }

  /** What is new, until it is at its end or the token is none any more. */
  private void send(SseEmitter emitter, Kind kind, String id, Caller caller)
      throws IOException, InterruptedException {
    Optional<BinlogReadingView> sent = Optional.empty();
    while (tokens.isGood(caller.name())) {
      BinlogReadingView now = readings.require(kind, id).brief();
      if (!sent.equals(Optional.of(now))) {
        emitter.send(SseEmitter.event().name("reading").data(now, MediaType.APPLICATION_JSON));
        sent = Optional.of(now);
      }
      if (now.state() != State.RUNNING) {
        return;
      }
      Thread.sleep(LOOKED_EVERY);
    }
  }
}
