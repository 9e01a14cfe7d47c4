package io.tutti.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.detection.SourceVerdict.Kind;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.Watching;
import io.tutti.topology.Watching.Late;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceDetectorTest {
  private static final Instant NOW = States.NOW;
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final LastError LOST =
      new LastError(2003, "error reconnecting to 'repl@a:1'", Optional.empty());
  private static final LastError DENIED = new LastError(1045, "Access denied", Optional.empty());

  /** What one replica is seen to do. */
  enum Replica {
    /** It was connected, and cannot connect now. */
    LOST,
    /** It was connected, and tries to connect now, with no error yet. */
    TRIES,
    /** The same, and so it did two seconds ago. */
    TRIES_LONG,
    /** Its receiver could not connect a minute ago, either. */
    LOST_BEFORE,
    /** The source answers its receiver with an error. */
    REFUSED,
    /** Connected, and nothing came, as from a source that writes nothing. */
    QUIET,
    /** Connected, and just read once since the source does not answer us. */
    CONNECTED,
    /** Connected, and something comes. */
    HEARS,
    /** The last that was under way came within a second. */
    HEARD_THE_REST,
    /** Connected, and ten heartbeats are missing. */
    NO_HEARTBEATS,
    /** Connected, a heartbeat came, and nothing else. */
    HEARTBEATS,
    STOPPED,
    /** Not read since the source does not answer us. */
    OLD,
    /** Its host does not answer. */
    AWAY,
    /** Its host says that nobody listens. */
    GONE,
    NONE
  }

  private static Channel channel(ThreadState state, long position, long heartbeats) {
    return Channels.from("a:1")
        .receiver(state)
        .receiverError(state == ThreadState.RUNNING ? Optional.empty() : Optional.of(LOST))
        .received(Observed.known(new BinlogPosition("binlog.000001", position)))
        .heartbeats(Duration.ofSeconds(1), heartbeats)
        .build();
  }

  /** The same of a release on which heartbeats are not counted. */
  private static Channel uncounted(ThreadState state, long position) {
    return Channels.from("a:1")
        .receiver(state)
        .receiverError(state == ThreadState.RUNNING ? Optional.empty() : Optional.of(LOST))
        .received(Observed.known(new BinlogPosition("binlog.000001", position)))
        .build();
  }

  private static Channel trying() {
    return Channels.from("a:1")
        .receiver(ThreadState.CONNECTING)
        .received(Observed.known(new BinlogPosition("binlog.000001", 4)))
        .build();
  }

  private record Reading(Duration ago, Channel channel) {}

  private static Reading read(double secondsAgo, Channel channel) {
    return new Reading(Duration.ofMillis((long) (secondsAgo * 1000)), channel);
  }

  /**
   * @param lasting for how many seconds the source has not answered
   */
  private static List<Reading> readings(Replica replica, double lasting) {
    Channel connected = uncounted(ThreadState.RUNNING, 4);
    Channel lost = uncounted(ThreadState.CONNECTING, 4);
    return switch (replica) {
      case LOST -> List.of(read(60, connected), read(0, lost));
      case TRIES -> List.of(read(60, connected), read(0, trying()));
      case TRIES_LONG -> List.of(read(60, connected), read(2, trying()), read(0, trying()));
      case LOST_BEFORE -> List.of(read(60, lost), read(0, lost));
      case REFUSED ->
          List.of(
              read(60, connected),
              read(
                  0,
                  Channels.from("a:1")
                      .receiver(ThreadState.CONNECTING)
                      .receiverError(Optional.of(DENIED))
                      .build()));
      case QUIET -> List.of(read(60, connected), read(3, connected), read(0, connected));
      case CONNECTED -> List.of(read(60, connected), read(0, uncounted(ThreadState.RUNNING, 154)));
      case HEARS ->
          List.of(
              read(60, connected),
              read(lasting - 2, connected),
              read(0, uncounted(ThreadState.RUNNING, 154)));
      case HEARD_THE_REST ->
          List.of(
              read(60, connected),
              read(lasting - 0.5, connected),
              read(lasting - 1, uncounted(ThreadState.RUNNING, 154)),
              read(0, uncounted(ThreadState.RUNNING, 154)));
      case NO_HEARTBEATS ->
          List.of(
              read(10, channel(ThreadState.RUNNING, 4, 7)),
              read(5, channel(ThreadState.RUNNING, 4, 7)),
              read(0, channel(ThreadState.RUNNING, 4, 7)));
      case HEARTBEATS ->
          List.of(
              read(60, channel(ThreadState.RUNNING, 4, 7)),
              read(lasting - 2, channel(ThreadState.RUNNING, 4, 8)),
              read(0, channel(ThreadState.RUNNING, 4, 9)));
      case STOPPED -> List.of(read(60, connected), read(0, uncounted(ThreadState.STOPPED, 4)));
      case OLD, AWAY, GONE -> List.of(read(lasting + 0.5, connected));
      case NONE -> List.of();
    };
  }

  private static Optional<Node> node(String address, Replica replica, double lasting) {
    if (replica == Replica.NONE) {
      return Optional.empty();
    }
    Node node = Node.found(InstanceAddress.parse(address), Optional.empty(), NOW);
    for (Reading each : readings(replica, lasting)) {
      node =
          node.withState(
              States.of(address).channel(each.channel()).observedAt(NOW.minus(each.ago())).build());
    }
    return Optional.of(
        switch (replica) {
          case AWAY -> failing(node, ErrorCode.CONNECTION_TIMED_OUT);
          case GONE -> failing(node, ErrorCode.CONNECTION_REFUSED);
          default -> node;
        });
  }

  private static Node failing(Node node, ErrorCode code) {
    return node.withFailure(
        new OrchestratorException(code, "x", "It fails.", List.of("mend it")), NOW);
  }

  private static Node source(ErrorCode code, double lasting, int attempts) {
    Instant begun = NOW.minusMillis((long) (lasting * 1000));
    Node node =
        Node.found(SOURCE, Optional.empty(), NOW)
            .withState(States.of("a:1").writable().observedAt(begun).build());
    return new Node(
        node.address(),
        node.foundVia(),
        node.firstSeen(),
        node.state(),
        Optional.of(new ContactFailure(code, "a:1 fails.", Remedies.none(), begun, NOW, attempts)),
        false);
  }

  private static TopologySnapshot seen(Node source, Replica one, Replica other, double lasting) {
    List<Node> nodes = new ArrayList<>(List.of(source));
    node("b:1", one, lasting).ifPresent(nodes::add);
    node("c:1", other, lasting).ifPresent(nodes::add);
    return TopologySnapshot.of(NOW, nodes, Map.of(), Map.of());
  }

  private static String verdict(TopologySnapshot seen) {
    return SourceDetector.judge(seen, seen.find(SOURCE).orElseThrow())
        .map(verdict -> verdict.kind().name())
        .orElse("-");
  }

  @ParameterizedTest
  @CsvSource({
    // its host says that nobody listens: what all that answer have lost is dead at once
    "CONNECTION_REFUSED,    0.01, 1, LOST,           LOST,           DEAD",
    "CONNECTION_REFUSED,    0.01, 1, LOST,           NONE,           DEAD",
    "CONNECTION_REFUSED,    0.01, 1, LOST,           GONE,           DEAD",
    "CONNECTION_REFUSED,    0.01, 1, LOST,           AWAY,           DEAD",
    "CONNECTION_REFUSED,    0.01, 1, LOST,           STOPPED,        DEAD",
    // its silence alone is never enough
    "CONNECTION_REFUSED,    0.01, 1, CONNECTED,      LOST,           -",
    "CONNECTION_REFUSED,    2.5,  5, CONNECTED,      LOST,           NOT_PROVED",
    "CONNECTION_REFUSED,    60,  50, QUIET,          NONE,           NOT_PROVED",
    "CONNECTION_REFUSED,    60,  50, STOPPED,        NONE,           NOT_PROVED",
    "CONNECTION_REFUSED,    60,  50, GONE,           AWAY,           NOT_PROVED",
    "CONNECTION_REFUSED,    60,  50, OLD,            NONE,           NOT_PROVED",
    "CONNECTION_REFUSED,    6,   50, LOST_BEFORE,    NONE,           NOT_PROVED",
    "CONNECTION_REFUSED,    60,  50, NONE,           NONE,           -",
    // a receiver that it refuses, or that something comes to, proves that it lives
    "CONNECTION_REFUSED,    6,    9, REFUSED,        LOST,           UNREACHABLE_FROM_HERE",
    "CONNECTION_REFUSED,    6,    9, HEARS,          LOST,           UNREACHABLE_FROM_HERE",
    "CONNECTION_TIMED_OUT,  6,    2, HEARS,          QUIET,          UNREACHABLE_FROM_HERE",
    "CONNECTION_TIMED_OUT,  6,    2, HEARTBEATS,     NONE,           UNREACHABLE_FROM_HERE",
    "NO_GREETING,           6,    2, HEARS,          QUIET,          UNREACHABLE_FROM_HERE",
    // neither it nor its host answers
    "CONNECTION_TIMED_OUT,  6,    2, LOST,           LOST,           DEAD",
    "CONNECTION_TIMED_OUT,  6,    2, NO_HEARTBEATS,  NONE,           DEAD",
    "CONNECTION_TIMED_OUT,  6,    2, NO_HEARTBEATS,  LOST,           DEAD",
    "CONNECTION_TIMED_OUT,  6,    2, LOST,           GONE,           DEAD",
    "CONNECTION_TIMED_OUT,  6,    2, TRIES_LONG,     LOST,           DEAD",
    "CONNECTION_REFUSED,    0.01, 1, TRIES,          LOST,           DEAD",
    // a receiver that just connects again has not lost it
    "CONNECTION_TIMED_OUT,  6,    2, TRIES,          LOST,           NOT_PROVED",
    "CONNECTION_TIMED_OUT,  6,    2, TRIES,          NONE,           NOT_PROVED",
    "NO_GREETING,           6,    2, TRIES,          QUIET,          FROZEN",
    "CONNECTION_TIMED_OUT,  3,    2, LOST,           LOST,           NOT_PROVED",
    "CONNECTION_TIMED_OUT,  6,    1, LOST,           LOST,           NOT_PROVED",
    "CONNECTION_TIMED_OUT,  6,    2, LOST,           AWAY,           NOT_PROVED",
    "CONNECTION_TIMED_OUT,  60,   9, QUIET,          NONE,           NOT_PROVED",
    "CONNECTION_TIMED_OUT,  60,   9, QUIET,          LOST,           NOT_PROVED",
    "CONNECTION_LOST,       0.1,  1, CONNECTED,      NONE,           -",
    // its host takes connections
    "NO_GREETING,           5,    2, QUIET,          QUIET,          FROZEN",
    "STATEMENT_TIMED_OUT,   5,    2, QUIET,          NONE,           FROZEN",
    "NO_GREETING,           5,    2, HEARD_THE_REST, QUIET,          FROZEN",
    "NO_GREETING,           60,   9, LOST,           QUIET,          FROZEN",
    // its replicas lose it in the end: no more is known of it, and it may continue
    "NO_GREETING,           5,    2, LOST,           LOST,           FROZEN",
    "NO_GREETING,           60,   9, LOST,           LOST,           FROZEN",
    "NO_GREETING,           60,   9, NO_HEARTBEATS,  LOST,           FROZEN",
    "NO_GREETING,           3.9,  2, QUIET,          QUIET,          NOT_PROVED",
    "NO_GREETING,           5,    1, QUIET,          QUIET,          NOT_PROVED",
    "NO_GREETING,           5,    2, CONNECTED,      QUIET,          NOT_PROVED",
    "NO_GREETING,           5,    2, AWAY,           AWAY,           NOT_PROVED",
    // it answers: no free connection, an account that it refuses, another key
    "TOO_MANY_CONNECTIONS,  60,   9, LOST,           LOST,           -",
    "HOST_BLOCKED,          60,   9, QUIET,          QUIET,          -",
    "ACCESS_DENIED,         60,   9, LOST,           LOST,           -",
    "SERVER_KEY_CHANGED,    60,   9, LOST,           LOST,           -",
    "INTERNAL,              60,   9, LOST,           LOST,           -",
  })
  void saysWhatIsProved(
      ErrorCode code, double lasting, int attempts, Replica one, Replica other, String verdict) {
    assertThat(verdict(seen(source(code, lasting, attempts), one, other, lasting)))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "6,   true,  QUIET, FROZEN",
    "4.9, true,  QUIET, NOT_PROVED",
    "6,   false, QUIET, NOT_PROVED",
    "6,   true,  LOST,  FROZEN",
    "4.9, true,  LOST,  NOT_PROVED",
    "4.9, false, LOST,  DEAD",
  })
  void anIdleConnectionThatIsOpenShowsThatTheHostIsThere(
      double lasting, boolean isHeld, Replica replica, Kind verdict) {
    Instant begun = NOW.minusMillis((long) (lasting * 1000));
    OrchestratorException cause =
        new OrchestratorException(
            ErrorCode.CONNECTION_TIMED_OUT, "a:1", "a:1 fails.", List.of("mend it"));
    Node node =
        Node.found(SOURCE, Optional.empty(), NOW)
            .withState(States.of("a:1").writable().observedAt(begun).build())
            .withFailure(cause, new ContactFailure.Attempt(begun, begun.plusSeconds(2), true))
            .withFailure(cause, new ContactFailure.Attempt(begun, NOW, isHeld));

    assertThat(verdict(seen(node, replica, Replica.NONE, lasting))).isEqualTo(verdict.name());
  }

  @Test
  void theSilenceOfAServerBeginsWhenItLastSaidSomething() {
    Node frozen = source(ErrorCode.NO_GREETING, 60, 9);
    Node greeted =
        failing(
            failing(frozen.withAnswer(NOW.minusSeconds(1)), ErrorCode.NO_GREETING),
            ErrorCode.NO_GREETING);

    assertThat(verdict(seen(frozen, Replica.QUIET, Replica.NONE, 60))).isEqualTo("FROZEN");
    assertThat(verdict(seen(greeted, Replica.QUIET, Replica.NONE, 60))).isEqualTo("-");
  }

  @Test
  void whoAnswersIsNotJudged() {
    Node answering = Node.found(SOURCE, Optional.empty(), NOW).withState(States.of("a:1").build());

    assertThat(verdict(seen(answering, Replica.LOST, Replica.LOST, 1))).isEqualTo("-");
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECTION_TIMED_OUT, LOST,          DEAD",
    "CONNECTION_TIMED_OUT, NO_HEARTBEATS, DEAD",
    "NO_GREETING,          QUIET,         FROZEN",
  })
  void countsFromTheEndOfAPauseOfTheController(ErrorCode code, Replica replica, Kind otherwise) {
    TopologySnapshot seen = seen(source(code, 60, 9), replica, Replica.NONE, 60);

    TopologySnapshot paused = seen.over(Map.of(), Map.of(), Watching.since(NOW.minusSeconds(1)));

    assertThat(verdict(seen)).isEqualTo(otherwise.name());
    assertThat(verdict(paused)).isEqualTo("-");
  }

  /** A machine that is out of breath: its servers answer late, too. */
  @Test
  void theTimeByWhichTheControllerWasLateDoesNotCount() {
    TopologySnapshot seen =
        seen(source(ErrorCode.NO_GREETING, 6, 3), Replica.QUIET, Replica.NONE, 6);
    List<Late> late =
        IntStream.rangeClosed(1, 3)
            .mapToObj(each -> new Late(NOW.minusSeconds(each), Duration.ofMillis(700)))
            .toList();

    assertThat(verdict(watched(seen, late, 4))).isEqualTo("NOT_PROVED");
    assertThat(verdict(watched(seen, late.subList(0, 2), 4))).isEqualTo("FROZEN");
    assertThat(verdict(watched(seen, List.of(), 7)))
        .as("the bound is a setting")
        .isEqualTo("NOT_PROVED");
  }

  private static TopologySnapshot watched(TopologySnapshot seen, List<Late> late, int frozenAfter) {
    return seen.over(
        Map.of(), Map.of(), new Watching(Instant.EPOCH, late, Duration.ofSeconds(frozenAfter)));
  }

  @Test
  void whatWasReadBeforeThePauseIsNoWitness() {
    TopologySnapshot seen =
        seen(source(ErrorCode.CONNECTION_REFUSED, 60, 9), Replica.LOST, Replica.NONE, 60);

    assertThat(verdict(seen.over(Map.of(), Map.of(), Watching.since(NOW.plusMillis(1)))))
        .isEqualTo("-");
  }

  @Test
  void eachVerdictSaysWhoSaidWhatAndWhen() {
    TopologySnapshot seen =
        seen(source(ErrorCode.CONNECTION_REFUSED, 6, 3), Replica.LOST, Replica.GONE, 6);

    SourceVerdict verdict =
        SourceDetector.judge(seen, seen.find(SOURCE).orElseThrow()).orElseThrow();

    assertThat(verdict.evidence())
        .isEqualTo(
            "Controller: a:1 fails. It has not answered since 2026-11-20T11:59:54Z. Its replicas:"
                + " b:1: its receiver cannot connect since 2026-11-20T12:00:00Z (error 2003:"
                + " error reconnecting to 'repl@a:1') (read at 2026-11-20T12:00:00Z);"
                + " c:1 does not answer either, since 2026-11-20T12:00:00Z.");
  }

  @Test
  void distinguishesIntermediateSourcesAndCoPrimariesFromSources() {
    Node intermediate =
        failing(
            Node.found(SOURCE, Optional.empty(), NOW)
                .withState(States.of("a:1").replicatesFrom("z:1").build()),
            ErrorCode.CONNECTION_REFUSED);
    Node coPrimary =
        failing(
            Node.found(SOURCE, Optional.empty(), NOW)
                .withState(States.of("a:1").writable().replicatesFrom("b:1").build()),
            ErrorCode.CONNECTION_REFUSED);

    assertThat(role(seen(intermediate, Replica.LOST, Replica.NONE, 0)))
        .isEqualTo(SourceRole.INTERMEDIATE);
    assertThat(role(seen(coPrimary, Replica.LOST, Replica.NONE, 0)))
        .isEqualTo(SourceRole.CO_PRIMARY);
    assertThat(
            role(seen(source(ErrorCode.CONNECTION_REFUSED, 0, 1), Replica.LOST, Replica.NONE, 0)))
        .isEqualTo(SourceRole.SOURCE);
  }

  private static SourceRole role(TopologySnapshot seen) {
    return SourceDetector.judge(seen, seen.find(SOURCE).orElseThrow()).orElseThrow().role();
  }
}
