package io.tutti.topology;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An instance as the orchestrator knows it: what it reported last, and whether it still answers.
 *
 * @param foundVia the instance that led to it; empty for one that a person named
 * @param firstSeen when it became known
 * @param state what the last successful reading reported; empty when there was none yet
 * @param failure why the latest contact failed; empty when it did not
 * @param restored whether the state comes from the store and was not confirmed since this
 *     controller started
 * @param hidden its channels as they were read before, where its state does not show them: a server
 *     may not answer that while a STOP waits in it
 * @param receivers what several readings in a row report of its receivers
 * @param acks what they prove of its waiting for acknowledgements; empty where it does not wait
 * @param commits what they report of commits that do not end; empty where none is known
 */
public record Node(
    InstanceAddress address,
    Optional<InstanceAddress> foundVia,
    Instant firstSeen,
    Optional<InstanceState> state,
    Optional<ContactFailure> failure,
    boolean restored,
    List<Channel> hidden,
    List<ReceiverHistory> receivers,
    Optional<AckHistory> acks,
    Optional<CommitHistory> commits) {

  public Node {
    // Those that an older controller kept have none.
    hidden = List.copyOf(Objects.requireNonNullElse(hidden, List.of()));
    receivers = List.copyOf(Objects.requireNonNullElse(receivers, List.of()));
    acks = Objects.requireNonNullElse(acks, Optional.empty());
    commits = Objects.requireNonNullElse(commits, Optional.empty());
  }

  /** One of which no two readings are known. */
  public Node(
      InstanceAddress address,
      Optional<InstanceAddress> foundVia,
      Instant firstSeen,
      Optional<InstanceState> state,
      Optional<ContactFailure> failure,
      boolean restored,
      List<Channel> hidden) {
    this(
        address,
        foundVia,
        firstSeen,
        state,
        failure,
        restored,
        hidden,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  public Node(
      InstanceAddress address,
      Optional<InstanceAddress> foundVia,
      Instant firstSeen,
      Optional<InstanceState> state,
      Optional<ContactFailure> failure,
      boolean restored) {
    this(address, foundVia, firstSeen, state, failure, restored, List.of());
  }

  /** Whether and how it answers. */
  public enum Contact {
    /** Never tried since it became known. */
    PENDING,
    /** The latest reading succeeded. */
    REACHED,
    /** The latest reading failed. */
    FAILED,
    /** Known from before a restart of the controller, not contacted since. */
    RESTORED
  }

  /** A newly found instance. */
  public static Node found(InstanceAddress address, Optional<InstanceAddress> via, Instant now) {
    return new Node(address, via, now, Optional.empty(), Optional.empty(), false);
  }

  public Contact contact() {
    if (failure.isPresent()) {
      return Contact.FAILED;
    }
    if (restored) {
      return Contact.RESTORED;
    }
    return state.isPresent() ? Contact.REACHED : Contact.PENDING;
  }

  public boolean isReached() {
    return contact() == Contact.REACHED;
  }

  /** How old the state is; empty when there is none. */
  public Optional<Duration> age(Instant now) {
    return state.map(read -> Duration.between(read.observedAt(), now));
  }

  /**
   * The state, unless the latest contact failed or it is from before a restart: what may be judged.
   */
  public Optional<InstanceState> currentState() {
    return isReached() ? state : Optional.empty();
  }

  /** The channels that were last read, however old. */
  public List<Channel> lastKnownChannels() {
    return hidden.isEmpty() ? state.map(InstanceState::knownChannels).orElse(List.of()) : hidden;
  }

  public Node withState(InstanceState read) {
    return new Node(
        address,
        foundVia,
        firstSeen,
        Optional.of(read),
        Optional.empty(),
        false,
        read.channels() instanceof Observed.Unknown<List<Channel>>(String why)
            ? lastKnownChannels().stream()
                .map(channel -> channel.withLag(Observed.unknown(why)))
                .toList()
            : List.of(),
        receiversAfter(read),
        AckHistory.after(acks, state, read),
        CommitHistory.after(commits, read));
  }

  /** What a server does not show now is as it was reported last. */
  private List<ReceiverHistory> receiversAfter(InstanceState read) {
    return read.channels().isUnknown()
        ? receivers
        : ReceiverHistory.after(
            receivers,
            lastKnownChannels(),
            state.map(InstanceState::observedAt).orElse(read.observedAt()),
            read.knownChannels(),
            read.observedAt());
  }

  /** What several readings in a row report of the receiver of a channel. */
  public Optional<ReceiverHistory> receiverOf(Channel channel) {
    return receivers.stream().filter(observation -> observation.isOf(channel)).findFirst();
  }

  /** After the receiver of a channel was seen to connect anew, so that its source answers it. */
  public Node withReconnected(String channel, Instant at) {
    return new Node(
        address,
        foundVia,
        firstSeen,
        state,
        failure,
        restored,
        hidden,
        receivers.stream()
            .map(each -> each.channel().equals(channel) ? each.reconnected(at) : each)
            .toList(),
        acks,
        commits);
  }

  /** After an attempt that failed as soon as it began. */
  public Node withFailure(OrchestratorException cause, Instant now) {
    return withFailure(cause, new ContactFailure.Attempt(now, now, false));
  }

  public Node withFailure(OrchestratorException cause, ContactFailure.Attempt attempt) {
    return failing(
        failure
            .map(series -> series.followedBy(cause, attempt))
            .orElseGet(() -> ContactFailure.first(cause, attempt)));
  }

  /** After it said something, though it could not be read. */
  public Node withAnswer(Instant now) {
    return failure.map(series -> failing(series.answeredAt(now))).orElse(this);
  }

  private Node failing(ContactFailure next) {
    return new Node(
        address,
        foundVia,
        firstSeen,
        state,
        Optional.of(next),
        restored,
        hidden,
        receivers,
        acks,
        commits);
  }

  /**
   * Whether it belongs to the same cluster as an earlier one of the same address, whatever else was
   * read since: it replicates from the same sources over the same channels.
   */
  public boolean isPlacedLike(Node earlier) {
    return state.isPresent() == earlier.state().isPresent()
        && foundVia.equals(earlier.foundVia())
        && sources().equals(earlier.sources());
  }

  private List<Map.Entry<String, InstanceAddress>> sources() {
    return lastKnownChannels().stream()
        .map(channel -> Map.entry(channel.name(), channel.source()))
        .toList();
  }

  /** As it comes out of the store. */
  public Node asRestored() {
    return new Node(
        address,
        foundVia,
        firstSeen,
        state,
        Optional.empty(),
        true,
        hidden,
        List.of(),
        acks,
        Optional.empty());
  }
}
