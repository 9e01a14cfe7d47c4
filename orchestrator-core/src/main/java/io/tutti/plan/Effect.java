package io.tutti.plan;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What clients, replicas or data notice of a step: what stops, for whom, and for how long.
 *
 * @param instance where
 * @param what of it, as its kind says: a channel, a number of sessions, a transaction, a source
 * @param lasts until when, where it ends at all
 * @param expected how long that is, as far as can be known beforehand
 */
public record Effect(
    Kind kind, InstanceAddress instance, String what, Lasts lasts, Optional<Duration> expected) {

  /** Of what kind. */
  public enum Kind {
    /** {@code what} is its channel, such as {@code " of channel 'a'"}; empty for the usual one. */
    APPLIER_STOPS("The applier%2$s of %1$s stops", false),
    /** The same of its receiver. */
    RECEIVER_STOPS("The receiver%2$s of %1$s stops, so that it fetches nothing", false),
    /** {@code what} is how many, such as {@code (4 now)}. */
    SESSIONS_END("Sessions of clients and replicas on %1$s are ended%2$s", true),
    /** Those of replicas go on. */
    CLIENT_SESSIONS_END("Sessions of clients on %1$s are ended%2$s", true),
    /** {@code what} is whose. */
    LOGINS_REFUSED("%1$s refuses logins%2$s", true),
    /** {@code what} is whose. */
    WRITES_REFUSED("%1$s refuses writes%2$s", true),
    EVENTS_PAUSE("No event of the scheduler of %1$s begins%2$s", false),
    /** {@code what} is the transaction. */
    TRANSACTION_SKIPPED("%1$s never applies %2$s", true),
    /** {@code what} is the channel. */
    RELAY_LOGS_DROPPED(
        "The relay logs%2$s of %1$s are dropped, with what of them is not applied yet", false),
    /** The same, where the step must. */
    RELAY_LOGS_MAY_DROP(
        "The relay logs%2$s of %1$s may be dropped, with what of them is not applied yet", false),
    BINLOGS_DELETED("The binlogs of %1$s are deleted", true),
    /** {@code what} is the donor. */
    DATA_REPLACED("All data of %1$s is replaced by that of %2$s, and its server restarts", true),
    /** {@code what} is the source that it replicates from. */
    SOURCE_CHANGED("%1$s replicates from %2$s", false),
    /** {@code what} is the source that it does not replicate from any more. */
    CHANNEL_REMOVED("%1$s replicates from %2$s no more", true),
    /** {@code what} is the program. */
    PROGRAM_CALLED("%2$s is called for %1$s; what that stops is not known", false);

    private final String sentence;
    private final boolean asks;

    Kind(String sentence, boolean asks) {
      this.sentence = sentence;
      this.asks = asks;
    }
  }

  /** Until when. */
  public enum Lasts {
    /** What was in flight is over, and it runs again: the rest of the step. */
    MOMENT("as long as its transactions in flight take"),
    /** A later step ends it. */
    OPERATION("until a later step starts it again"),
    /** Nothing in this plan ends it. */
    UNTIL_STARTED("until it is started"),
    UNTIL_UNFENCED("until the fence is lifted"),
    UNTIL_SESSION_ENDS("until the backup session ends"),
    /** Whoever it happens to can come back by itself, or needs not. */
    ONCE(""),
    FOR_GOOD("permanently");

    private final String until;

    Lasts(String until) {
      this.until = until;
    }
  }

  public Effect {
    expected = Objects.requireNonNullElse(expected, Optional.empty());
  }

  public static Effect of(Kind kind, InstanceAddress instance, String what, Lasts lasts) {
    return new Effect(kind, instance, what, lasts, Optional.empty());
  }

  /** Threads of a channel that run now, and do not for so long. */
  public static List<Effect> stopping(
      Collection<ReplicationThread> threads,
      InstanceAddress instance,
      String channel,
      Lasts lasts) {
    return threads.stream()
        .flatMap(thread ->
            thread == ReplicationThread.BOTH ? ReplicationThread.EACH.stream() : Stream.of(thread))
        .map(thread ->
            thread == ReplicationThread.APPLIER ? Kind.APPLIER_STOPS : Kind.RECEIVER_STOPS)
        .map(kind -> of(kind, instance, Channel.ofChannel(channel), lasts))
        .toList();
  }

  /** The threads of a channel that run, and do not for so long. */
  public static List<Effect> stopping(Channel channel, InstanceAddress instance, Lasts lasts) {
    return stopping(
        ReplicationThread.EACH.stream().filter(thread -> thread.runsIn(channel)).toList(),
        instance,
        channel.name(),
        lasts);
  }

  /** What was received over a channel goes. */
  public static Effect dropping(InstanceAddress instance, String channel) {
    return of(Kind.RELAY_LOGS_DROPPED, instance, Channel.ofChannel(channel), Lasts.ONCE);
  }

  /** The same for so long. */
  Effect lasting(Lasts other) {
    return new Effect(kind, instance, what, other, expected);
  }

  /** The same, for about so long. */
  public Effect forAbout(Duration duration) {
    return new Effect(kind, instance, what, lasts, Optional.of(duration));
  }

  /**
   * Whether a person is asked before: it ends sessions, refuses work of clients, or loses something
   * for good.
   */
  public boolean asks() {
    return kind.asks;
  }

  /** A whole sentence. */
  public String sentence() {
    String about = expected.map(length -> "for about " + text(length)).orElse("");
    String until = lasts.until;
    String joint = lasts == Lasts.MOMENT ? " and " : ", ";
    String howLong = about.isEmpty() || until.isEmpty() ? about + until : about + joint + until;
    return kind.sentence.formatted(instance, what)
        + (howLong.isEmpty() ? "." : ", " + howLong + ".");
  }

  private static String text(Duration length) {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      return length.toMillis() + " ms";
    }
    if (length.compareTo(Duration.ofMinutes(2)) < 0) {
      return length.toSeconds() + " s";
    }
    return length.toMinutes() + " min";
  }
}
