package io.tutti.operation.promotion;

import io.tutti.detection.Outage;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.gaps.WholeReceived;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.HalfTransaction;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server, its direct replicas and its own sources, just read.
 *
 * @param world with what was read; who could not be read is not reached in it
 * @param words of those that were
 * @param away why the server itself could not be asked
 * @param halves what replicas received of a transaction that it did not send to its end: in the
 *     world only whole ones count as received
 */
record Surroundings(
    WorldView world,
    Map<InstanceAddress, Words> words,
    Optional<String> away,
    List<HalfTransaction> halves) {
  Surroundings {
    halves = List.copyOf(halves);
  }

  /** One that does not answer must not keep the others waiting. */
  private static final Duration READ_MAX = Duration.ofSeconds(5);

  /** One that did not answer before is only tried once more. */
  private static final Duration AWAY_MAX = Duration.ofMillis(500);

  /** One that is silent is asked for its greeting each half second: it is not asked once more. */
  private static final Duration SILENT_JUST_NOW = Duration.ofSeconds(1);

  /**
   * How a server is spoken to.
   *
   * @param shut what keeps clients from it now
   */
  record Words(
      ReplicationStatements statements, FenceGuide guide, SortedMap<String, String> shut) {}

  /** What one of them said. */
  private record Answer(
      InstanceAddress from,
      Optional<InstanceState> state,
      Optional<Words> words,
      Optional<OrchestratorException> failure,
      List<HalfTransaction> halves) {
    static Answer failed(InstanceAddress from, OrchestratorException failure) {
      return new Answer(from, Optional.empty(), Optional.empty(), Optional.of(failure), List.of());
    }
  }

  /**
   * Replicas are read before their sources, so that these have all that those had. One that did not
   * answer before is tried for a moment meanwhile, unless it was just silent.
   */
  static Surroundings read(
      Servers servers, WorldView world, InstanceAddress lost, Instant now, Deadline deadline) {
    TopologySnapshot known = world.topology();
    List<InstanceAddress> replicas =
        found(known, known.linksTo(lost).stream().map(ReplicationLink::replica));
    List<InstanceAddress> sources =
        found(known, known.linksOf(lost).stream().map(ReplicationLink::source));
    boolean wasAway = known.find(lost).filter(Node::isReached).isEmpty();
    List<InstanceAddress> first = new ArrayList<>(replicas);
    if (wasAway) {
      first.add(lost);
    }
    Map<InstanceAddress, Answer> answers = new TreeMap<>();
    Function<InstanceAddress, Answer> reading =
        address ->
            address.equals(lost) && wasAway
                ? silentJustNow(known, lost, now)
                    .orElseGet(() -> ask(servers, lost, deadline.within(AWAY_MAX)))
                : ask(
                    servers,
                    address,
                    wasAway ? channels(known, address, lost) : Set.of(),
                    connectMax(known, address),
                    deadline);
    AtOnce.each(first, reading).forEach(answer -> answers.put(answer.from(), answer));
    if (!wasAway || Objects.requireNonNull(answers.get(lost)).failure().isEmpty()) {
      answers.put(lost, ask(servers, lost, deadline));
    }
    AtOnce.each(
            sources.stream().filter(each -> !answers.containsKey(each)).toList(),
            each -> ask(servers, each, Set.of(), connectMax(known, each), deadline))
        .forEach(answer -> answers.put(answer.from(), answer));
    return of(world, lost, answers);
  }

  /** One whose host is gone takes no time from those that nobody serves meanwhile. */
  private static Duration connectMax(TopologySnapshot known, InstanceAddress address) {
    return known.find(address).filter(Node::isReached).isPresent() ? READ_MAX : AWAY_MAX;
  }

  /** Who was discovered of them. */
  private static List<InstanceAddress> found(
      TopologySnapshot known, Stream<InstanceAddress> addresses) {
    return addresses.distinct().filter(known.nodes()::containsKey).toList();
  }

  /** What came of asking a silent one beside its watch. */
  private static Optional<Answer> silentJustNow(
      TopologySnapshot known, InstanceAddress lost, Instant now) {
    return known
        .find(lost)
        .flatMap(Node::failure)
        .filter(failure -> failure.attempts() > 0)
        .filter(failure -> Outage.of(failure.code()).equals(Optional.of(Outage.SILENT)))
        .filter(failure -> Duration.between(failure.last(), now).compareTo(SILENT_JUST_NOW) < 0)
        .map(failure ->
            Answer.failed(
                lost,
                new OrchestratorException(
                    failure.code(), lost.toString(), failure.observed(), failure.remedies())));
  }

  /** Over which it replicates from there. */
  private static Set<String> channels(
      TopologySnapshot known, InstanceAddress replica, InstanceAddress source) {
    return known.linksTo(source).stream()
        .filter(link -> link.replica().equals(replica))
        .map(link -> link.channel().name())
        .collect(Collectors.toSet());
  }

  private static Answer ask(Servers servers, InstanceAddress address, Deadline deadline) {
    return ask(servers, address, Set.of(), READ_MAX, deadline);
  }

  /**
   * @param ended channels from a source that does not answer
   */
  private static Answer ask(
      Servers servers,
      InstanceAddress address,
      Set<String> ended,
      Duration connectMax,
      Deadline deadline) {
    try (Session session = servers.open(address, deadline.within(connectMax))) {
      InstanceState state = session.read(deadline);
      requireChannels(state);
      var version = state.version().version();
      Words words =
          new Words(
              session.provider().replicationStatements(version),
              session.provider().fencing(version),
              session.fence().read(deadline));
      return new Answer(
          address,
          Optional.of(state),
          Optional.of(words),
          Optional.empty(),
          halves(session, state, ended, deadline));
    } catch (OrchestratorException e) {
      return Answer.failed(address, e);
    }
  }

  private static List<HalfTransaction> halves(
      Session session, InstanceState state, Set<String> ended, Deadline deadline) {
    return state.knownChannels().stream()
        .filter(channel -> ended.contains(channel.name()))
        .flatMap(channel ->
            WholeReceived.endOf(session, channel, deadline.within(READ_MAX))
                .flatMap(whole ->
                    channel
                        .receiver()
                        .read()
                        .asOptional()
                        .map(received ->
                            new HalfTransaction(state.address(), channel.name(), whole, received)))
                .stream())
        .toList();
  }

  private static Surroundings of(
      WorldView world, InstanceAddress lost, Map<InstanceAddress, Answer> answers) {
    TopologySnapshot known = world.topology();
    SortedMap<InstanceAddress, Node> nodes = new TreeMap<>(known.nodes());
    Map<InstanceAddress, Words> words = new TreeMap<>();
    Optional<String> away = Optional.empty();
    for (Answer answer : answers.values()) {
      answer.words().ifPresent(each -> words.put(answer.from(), each));
      if (answer.failure().isPresent() && answer.from().equals(lost)) {
        requireAway(answer.failure().get());
        away = Optional.of(answer.failure().get().observed());
      }
      nodes.computeIfPresent(
          answer.from(),
          (address, node) ->
              answer
                  .state()
                  .map(state -> HalfTransaction.without(answer.halves(), state))
                  .map(node::withState)
                  .orElseGet(
                      () -> node.withFailure(answer.failure().orElseThrow(), known.takenAt())));
    }
    TopologySnapshot fresh =
        TopologySnapshot.of(known.takenAt(), nodes.values(), known.aliases(), known.clusterNames());
    return new Surroundings(
        new WorldView(fresh, world.records()),
        words,
        away,
        answers.values().stream().flatMap(answer -> answer.halves().stream()).toList());
  }

  TopologySnapshot snapshot() {
    return world.topology();
  }

  private static void requireAway(OrchestratorException failure) {
    if (failure.code().kind() != ErrorKind.UNREACHABLE) {
      throw failure;
    }
  }

  private static void requireChannels(InstanceState state) {
    if (state.channels() instanceof Observed.Unknown<?>(String why)) {
      throw new OrchestratorException(
          ErrorCode.GAPS_UNKNOWN,
          state.address().toString(),
          "what it replicates is not known: " + why,
          Remedies.of(Acts.showInstance(state.address())));
    }
  }

  /** That the account may do on each of them what a promotion needs. */
  void requirePrivileges(
      Servers servers,
      Collection<InstanceAddress> changed,
      Optional<InstanceAddress> opened,
      Deadline deadline) {
    AtOnce.each(
        changed.stream().distinct().toList(),
        address -> {
          try (Session session = servers.open(address, deadline)) {
            session.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
            if (opened.filter(address::equals).isPresent()) {
              requireVouched(session, address);
              session.fence().requirePrivileges(deadline);
            }
          }
          return address;
        });
  }

  /**
   * Whoever may replicate from a watched server can register one that claims to have everything.
   */
  static void requireVouched(Session session, InstanceAddress address) {
    requireVouched(session, address, "take writes and be given the passwords of replicas");
  }

  /**
   * @param what would be done with it
   */
  static void requireVouched(Session session, InstanceAddress address, String what) {
    if (!session.isVouched()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          address.toString(),
          "%s would %s, and is known only from what other servers report. Nothing was changed."
              .formatted(address, what),
          Remedies.of(Acts.trust(address)));
    }
  }
}
