package io.tutti.promotion;

import io.tutti.error.ErrorCode;
import io.tutti.model.AckWaits;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import io.tutti.model.ThreadState;
import io.tutti.topology.AckHistory;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What semi-synchronous replication proves of a source that is gone. Pure.
 *
 * <ol>
 *   <li>What it had executed when it was read last is known by name or place ({@link Floor}). This
 *       is about what came after that.
 *   <li>Several readings in a row showed that its commits waited, before others saw them, and that
 *       none went on without acknowledgements ({@link AckHistory}).
 *   <li>It was gone before the first one that could have waited in vain for its timeout.
 *   <li>So each acknowledged commit is held by as many as it required, of those that could
 *       acknowledge ({@link Acknowledgers}): each replica but one that is known not to, or at which
 *       nobody listened before that; and each client that it counted beyond these.
 *   <li>One that can be read still has what it acknowledged, unless it was restarted since.
 * </ol>
 */
public sealed interface AckProof {

  /** Whoever failed so long before the source was read last did not acknowledge what came after. */
  Duration BEFORE_MIN = Duration.ofSeconds(10);

  /** What is read of one that shows all. */
  String READ = "read";

  /** A reading is so much older than its end, at the most. */
  Duration READING_MAX = Duration.ofSeconds(3);

  /**
   * One that could acknowledge.
   *
   * @param reading whether it can be read, and has all that it acknowledged, or why not
   */
  record Member(InstanceAddress replica, String reading) {
    public boolean isRead() {
      return reading.equals(READ);
    }

    @Override
    public String toString() {
      return "%s (%s)".formatted(replica, reading);
    }
  }

  /**
   * It is known what could acknowledge, and that nothing was reported without.
   *
   * @param required so many acknowledgements
   * @param members who could acknowledge
   * @param strangers so many more could, which are not known
   * @param since when the first of the readings was made
   * @param readAt when the last was
   * @param goneAt when it was gone, at the latest
   * @param hasEnded whether its process has ended, and reports nothing any more
   */
  record Watched(
      InstanceAddress source,
      long required,
      List<Member> members,
      long strangers,
      Instant since,
      Instant readAt,
      Instant goneAt,
      boolean hasEnded)
      implements AckProof {
    public Watched {
      members = List.copyOf(members);
    }

    public Acknowledgers numbers() {
      return new Acknowledgers(
          required, members.size() + strangers, members.stream().filter(Member::isRead).count());
    }

    /** Whether what only these have of those that are read was never acknowledged. */
    public boolean neverAcknowledged(Collection<InstanceAddress> holders) {
      return numbers()
          .neverAcknowledged(
              members.stream()
                  .filter(Member::isRead)
                  .filter(each -> holders.contains(each.replica()))
                  .count());
    }

    /** With the numbers, in whole sentences. */
    public String sentence() {
      Acknowledgers numbers = numbers();
      String facts =
          "Semi-sync: each commit of %s needed %s, and none was reported without in any reading from %s to %s; it was gone by %s. %s could acknowledge: %s%s."
              .formatted(
                  source,
                  required == 1 ? "1 acknowledgement" : required + " acknowledgements",
                  since,
                  readAt,
                  goneAt,
                  numbers.able() == 1 ? "1 server" : numbers.able() + " servers",
                  members.stream().map(Member::toString).collect(Collectors.joining(", ")),
                  strangers == 0 ? "" : ", and %d that are not known".formatted(strangers));
      return numbers.holdAll()
          ? "%s So %d of them have every acknowledged commit together, and %d can be read."
              .formatted(facts, numbers.readNeeded(), numbers.read())
          : "%s It takes %d of them to have every acknowledged commit, and %d can be read."
              .formatted(facts, numbers.readNeeded(), numbers.read());
    }
  }

  /**
   * Nothing is proved.
   *
   * @param why a part of a sentence
   */
  record Nothing(String why) implements AckProof {}

  /** Whether nothing acknowledged is missing in those that can be read. */
  default boolean holdsAll() {
    return this instanceof Watched watched && watched.numbers().holdAll();
  }

  /**
   * @param known as the source was known before its replicas were read again
   * @param fresh with its replicas just read
   */
  static AckProof of(TopologySnapshot known, WorldView fresh, InstanceAddress source) {
    Optional<Node> node = known.find(source);
    Optional<InstanceState> last = node.flatMap(Node::state);
    if (last.isEmpty()) {
      return new Nothing("%s was never read".formatted(source));
    }
    InstanceState state = last.get();
    Optional<String> unfit = unfit(state);
    Optional<AckHistory> history = node.flatMap(Node::acks);
    if (unfit.isPresent() || history.isEmpty()) {
      return new Nothing(unfit.orElse("its semi-sync was not watched"));
    }
    if (!history.get().since().isBefore(state.observedAt())) {
      return new Nothing(
          "%s was read only once since its commits wait for acknowledgements".formatted(source));
    }
    Optional<Instant> ended = node.flatMap(Node::failure).flatMap(AckProof::ended);
    Instant goneAt = ended.orElse(fresh.topology().takenAt());
    Instant until = history.get().holdsUntil(state).minus(READING_MAX);
    if (goneAt.isAfter(until)) {
      return new Nothing(
          "it may have continued without acknowledgements after %s, as a commit waits for no longer than %s, and is known to be gone only since %s"
              .formatted(until, seconds(state.semiSync().timeout()), goneAt));
    }
    Members members = Members.of(known, fresh, source, state.observedAt());
    long connected = state.semiSync().connectedReplicas().asOptional().orElse(Long.MAX_VALUE);
    return new Watched(
        source,
        state.semiSync().acksNeeded().asOptional().orElseThrow(),
        members.all(),
        Math.max(0, connected - members.connected()),
        history.get().since(),
        state.observedAt(),
        goneAt,
        ended.isPresent());
  }

  /**
   * Who could acknowledge.
   *
   * @param connected so many of them the source may have counted
   */
  record Members(List<Member> all, long connected) {

    /**
     * @param readAt when the source was read last
     */
    static Members of(
        TopologySnapshot known, WorldView fresh, InstanceAddress source, Instant readAt) {
      List<Member> all = new ArrayList<>();
      long connected = 0;
      for (ReplicationLink link : known.linksTo(source)) {
        Optional<Member> member = member(known, fresh, link, readAt.minus(BEFORE_MIN));
        if (member.isPresent()) {
          all.add(member.get());
          connected += wasNotConnected(known, link, readAt) ? 0 : 1;
        }
      }
      return new Members(all, connected);
    }

    private static Optional<Member> member(
        TopologySnapshot known, WorldView fresh, ReplicationLink link, Instant from) {
      InstanceAddress replica = link.replica();
      Optional<InstanceState> now = fresh.topology().find(replica).flatMap(Node::currentState);
      Optional<Node> before = known.find(replica);
      boolean cannot =
          now.or(() -> before.flatMap(Node::state))
              .filter(state -> state.semiSync().isKnownNotToAck())
              .isPresent();
      boolean wasGone =
          now.isEmpty()
              && before
                  .flatMap(Node::failure)
                  .flatMap(AckProof::ended)
                  .filter(at -> at.isBefore(from))
                  .isPresent();
      return cannot || wasGone
          ? Optional.empty()
          : Optional.of(new Member(replica, lacks(fresh, link, now, from).orElse(READ)));
    }

    /** Why it does not show all that it acknowledged. */
    private static Optional<String> lacks(
        WorldView fresh, ReplicationLink link, Optional<InstanceState> now, Instant from) {
      if (now.isEmpty()) {
        return Optional.of("does not answer");
      }
      if (fresh.rebuildOf(link.replica()).isPresent()) {
        return Optional.of("is marked to be rebuilt");
      }
      if (!BestReplica.isRead(fresh.topology(), link)) {
        return Optional.of("does not report what it received");
      }
      boolean hasRun =
          now.get()
              .uptime()
              .asOptional()
              .filter(uptime -> now.get().observedAt().minus(uptime).isBefore(from))
              .isPresent();
      return hasRun
          ? Optional.empty()
          : Optional.of("was restarted, and may have dropped what it had received");
    }

    private static boolean wasNotConnected(
        TopologySnapshot known, ReplicationLink link, Instant readAt) {
      return known
          .find(link.replica())
          .flatMap(node -> node.receiverOf(link.channel()))
          .filter(each -> each.state() != ThreadState.RUNNING)
          .filter(each -> each.stateSince().isBefore(readAt))
          .isPresent();
    }
  }

  /** Why the settings of a source prove nothing. */
  private static Optional<String> unfit(InstanceState state) {
    SemiSync semiSync = state.semiSync();
    InstanceAddress source = state.address();
    if (semiSync.sourceEnabled() instanceof Observed.Absent<Boolean>
        || semiSync.sourceEnabled().is(false)) {
      return Optional.of("commits of %s do not wait for acknowledgements".formatted(source));
    }
    if (!semiSync.isWaiting()) {
      return Optional.of(
          semiSync.sourceActive().is(false)
              ? "%s continued without acknowledgements".formatted(source)
              : "whether commits of %s wait for acknowledgements is not known".formatted(source));
    }
    if (!(semiSync.waits() instanceof Observed.Known<AckWaits>(AckWaits waits))) {
      return Optional.of("how commits of %s wait is not known".formatted(source));
    }
    if (!waits.beforeOthersSee()) {
      return Optional.of(
          "others see commits of %s before they are acknowledged (AFTER_COMMIT)".formatted(source));
    }
    if (!waits.withTooFewReplicas()) {
      return Optional.of(
          "%s continues without acknowledgements as soon as too few replicas are connected (rpl_semi_sync_source_wait_no_replica)"
              .formatted(source));
    }
    return semiSync.acksNeeded().isKnown() && semiSync.connectedReplicas().isKnown()
        ? Optional.empty()
        : Optional.of("how many must acknowledge, or can, is not known");
  }

  /** Since when nobody has listened there. */
  private static Optional<Instant> ended(ContactFailure failure) {
    return failure.code() == ErrorCode.CONNECTION_REFUSED
        ? Optional.of(failure.alikeSince())
        : Optional.empty();
  }

  private static String seconds(Observed<Duration> timeout) {
    return timeout.map(each -> each.toMillis() / 1000.0 + " s").toString();
  }
}
