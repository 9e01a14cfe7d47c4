package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A server that is kept from its clients, whoever restarts what, until somebody lifts it.
 *
 * @param id of this raising of it: one that is fenced again is fenced for another reason, and what
 *     was to lift it before does not
 * @param since when it was fenced first
 * @param why by the person or policy that wanted it
 * @param incident the crash it belongs to; free text
 * @param shut the variables that keep clients away, and their values while they do
 * @param before the values that they had; none of what was not known
 * @param receivers that were stopped, so that no replica asks it meanwhile
 * @param members of its cluster then: one of them may have been promoted since
 * @param open what it does not keep from the server, and what of it failed: whole sentences
 * @param identity of the server that was fenced: another one may have its address by now
 */
public record Fence(
    String id,
    InstanceAddress instance,
    Instant since,
    Optional<String> why,
    Optional<String> incident,
    SortedMap<String, String> shut,
    SortedMap<String, String> before,
    List<Receiver> receivers,
    List<InstanceAddress> members,
    List<String> open,
    Optional<String> identity) {

  /** So long a server that is just being fenced may show otherwise. */
  private static final Duration RAISING_MAX = Duration.ofSeconds(5);

  /**
   * A receiver that was stopped.
   *
   * @param notAnswered when its server was asked for that and did not answer: it may do so later
   */
  public record Receiver(InstanceAddress replica, String channel, Optional<Instant> notAnswered) {
    public Receiver {
      // Fences that an older controller stored have none.
      notAnswered = Objects.requireNonNullElse(notAnswered, Optional.empty());
    }

    public Receiver notAnsweredAt(Instant moment) {
      return new Receiver(replica, channel, Optional.of(moment));
    }

    private boolean isOf(Receiver other) {
      return replica.equals(other.replica) && channel.equals(other.channel);
    }
  }

  public Fence {
    shut = Collections.unmodifiableSortedMap(new TreeMap<>(shut));
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    receivers = List.copyOf(receivers);
    members = List.copyOf(members);
    open = List.copyOf(open);
    // Fences that an older controller stored have none.
    identity = Objects.requireNonNullElse(identity, Optional.empty());
  }

  /** Of a server that nobody has read. */
  public Fence(
      String id,
      InstanceAddress instance,
      Instant since,
      Optional<String> why,
      Optional<String> incident,
      SortedMap<String, String> shut,
      SortedMap<String, String> before,
      List<Receiver> receivers,
      List<InstanceAddress> members,
      List<String> open) {
    this(
        id,
        instance,
        since,
        why,
        incident,
        shut,
        before,
        receivers,
        members,
        open,
        Optional.empty());
  }

  /** The same, of the server that was read. */
  public Fence of(Optional<InstanceState> read) {
    return new Fence(
        id,
        instance,
        since,
        why,
        incident,
        shut,
        before,
        receivers,
        members,
        open,
        read.flatMap(KnownIdentity::of));
  }

  /** A sentence where the server that was read is another one than that which was fenced. */
  public Optional<String> ofAnother(InstanceState read) {
    return identity
        .filter(was -> !KnownIdentity.mayBe(was, read))
        .map(was ->
            "Another server was fenced than the one that answers there now: that one is known as %s, this one as %s."
                .formatted(was, KnownIdentity.shown(read)));
  }

  /** The same, knowing what more it leaves open. */
  public Fence leavingOpen(String sentence) {
    return having(shut, before, receivers, with(open, sentence));
  }

  /** The same without what begins so of what it leaves open. */
  public Fence closing(String beginning) {
    List<String> left = open.stream().filter(each -> !each.startsWith(beginning)).toList();
    return having(shut, before, receivers, left);
  }

  private Fence having(
      SortedMap<String, String> shut,
      SortedMap<String, String> before,
      List<Receiver> receivers,
      List<String> open) {
    return new Fence(
        id, instance, since, why, incident, shut, before, receivers, members, open, identity);
  }

  /** The same from that moment on, by what was before it. */
  public Fence raised(String as, Instant at, SortedMap<String, String> was) {
    return new Fence(
        as, instance, at, why, incident, shut, was, receivers, members, open, identity);
  }

  /** Whether it is the very same raising. */
  public boolean isSame(Fence other) {
    return id.equals(other.id);
  }

  /**
   * The same, raised while that one was being lifted: what it found was changed by that one, so
   * lifting it restores what was before both.
   */
  public Fence raisedWhileLifting(Fence earlier) {
    SortedMap<String, String> was = new TreeMap<>(before);
    was.putAll(earlier.before);
    return having(shut, was, earlier.receivers, open).stopping(receivers);
  }

  /** The same, knowing what more it stops, or what became of that. */
  public Fence stopping(Receiver receiver) {
    List<Receiver> others = receivers.stream().filter(each -> !each.isOf(receiver)).toList();
    return having(shut, before, with(others, receiver), open);
  }

  public Fence stopping(List<Receiver> more) {
    Fence all = this;
    for (Receiver each : more) {
      all = all.stopping(each);
    }
    return all;
  }

  /** The same, which leaves these as they are when it is lifted. */
  public Fence stayingShut(Collection<String> variables) {
    SortedMap<String, String> after = new TreeMap<>(before);
    variables.forEach(name -> after.put(name, shut.getOrDefault(name, "ON")));
    return having(shut, after, receivers, open);
  }

  /** The same, which keeps only these variables shut. */
  public Fence shuttingOnly(Collection<String> variables) {
    SortedMap<String, String> left = new TreeMap<>(shut);
    left.keySet().retainAll(variables);
    return having(left, before, receivers, open);
  }

  private static <T> List<T> with(List<T> all, T more) {
    return all.contains(more) ? all : Stream.concat(all.stream(), Stream.of(more)).toList();
  }

  /** What of it a server that was read does not show; what could not be read is no trouble. */
  public List<String> brokenBy(InstanceState state) {
    if (state.observedAt().isBefore(since.plus(RAISING_MAX))) {
      return List.of();
    }
    return shut.entrySet().stream()
        .filter(each ->
            state.settings().text(each.getKey()) instanceof Observed.Known<String>(String now)
                && !now.equals(each.getValue())
                && !sameSwitch(now, each.getValue()))
        .map(each ->
            "%s is %s"
                .formatted(each.getKey(), state.settings().text(each.getKey()).map(Fence::shown)))
        .toList();
  }

  private static String shown(String value) {
    return value.isEmpty() ? "empty" : value;
  }

  private static boolean sameSwitch(String now, String wanted) {
    return wanted.equals("ON") && (now.equals("1") || now.equalsIgnoreCase("on"));
  }
}
