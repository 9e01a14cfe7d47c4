package io.tutti.announcement;

import io.tutti.alarm.Alarm;
import io.tutti.analysis.Severity;
import io.tutti.announcement.Announcement.Cleared;
import io.tutti.eventlog.EventLog;
import io.tutti.webhook.Message;
import io.tutti.webhook.Outcome;
import io.tutti.webhook.WebhookSender;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.FindingChanges.Key;
import io.tutti.world.Found;
import io.tutti.world.Silenced;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells a receiver what counts of what is found, on a thread of its own: whoever publishes is never
 * waited for.
 *
 * <ol>
 *   <li>After a start, and after a message that was given up, it is told all that counts, as it is
 *       not known what it knows.
 *   <li>Otherwise it is told what has changed since it was told last. What came and went meanwhile
 *       is not told, so that there is never more to send than there are findings.
 *   <li>What changes within {@link Pace#gathered} is told together, at most {@link #PART_MAX}
 *       findings in one message.
 *   <li>The next message is sent when the one before was delivered or given up.
 * </ol>
 */
public final class FindingAnnouncer implements Consumer<Change>, AutoCloseable {
  /** A finding takes about a kilobyte. */
  static final int PART_MAX = 500;

  private static final Duration NEVER = Duration.ofDays(1);

  private final WebhookSender sender;
  private final Severity least;
  private final Function<Announcement, String> body;
  private final Pace pace;
  private final InstantSource clock;
  private final Alarm alarm = new Alarm();
  private final Thread thread = Thread.ofVirtual().name("announcer").unstarted(this::run);
  private Map<Key, Found> current = Map.of();
  private Map<Key, Silenced> silenced = Map.of();
  private Map<Key, Found> known = Map.of();
  private boolean isKnown;
  private boolean hasLooked;

  /**
   * How fast it is.
   *
   * @param gathered what changes within that is told together
   * @param afterFailure between a message that was given up and the next
   */
  public record Pace(Duration gathered, Duration afterFailure) {
    public static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofMinutes(1));
  }

  /**
   * @param least milder findings are not told
   * @param body writes JSON
   */
  public FindingAnnouncer(
      WebhookSender sender,
      Severity least,
      Function<Announcement, String> body,
      Pace pace,
      InstantSource clock) {
    this.sender = sender;
    this.least = least;
    this.body = body;
    this.pace = pace;
    this.clock = clock;
  }

  public void start() {
    thread.start();
  }

  @Override
  public void accept(Change change) {
    Map<Key, Found> found = new LinkedHashMap<>();
    change.current().stream()
        .filter(each -> each.finding().severity().compareTo(least) >= 0)
        .forEach(each -> found.put(Key.of(each.finding()), each));
    synchronized (this) {
      current = found;
      silenced = change.silenced();
      hasLooked = true;
    }
    alarm.ring();
  }

  private void run() {
    try {
      while (alarm.await(isBehind() ? pace.afterFailure() : NEVER)) {
        Thread.sleep(pace.gathered());
        report();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isBehind() {
    return hasLooked && !isKnown;
  }

  private void report() throws InterruptedException {
    Map<Key, Found> now;
    List<Announcement> messages;
    synchronized (this) {
      now = current;
      messages = hasLooked ? next(now) : List.of();
    }
    for (Announcement message : messages) {
      if (sender.deliver(new Message(message.id(), body.apply(message)))
          instanceof Outcome.GivenUp(int attempts, String why)) {
        EventLog.warn(
            "webhook.given-up",
            sender.webhook().toString(),
            "message %s, after %d attempts: %s All that is found is sent in %s."
                .formatted(message.id(), attempts, why, EventLog.inWords(pace.afterFailure())));
        forget();
        Thread.sleep(pace.afterFailure());
        alarm.ring();
        return;
      }
    }
    if (!messages.isEmpty()) {
      learned(now);
    }
  }

  private synchronized void forget() {
    isKnown = false;
  }

  private synchronized void learned(Map<Key, Found> reported) {
    if (!isKnown) {
      EventLog.note(
          "webhook.up-to-date", sender.webhook().toString(), "It was sent all that is found.");
    }
    known = reported;
    isKnown = true;
  }

  private List<Announcement> next(Map<Key, Found> now) {
    Instant at = clock.instant();
    if (!isKnown) {
      return inParts(at, true, List.copyOf(now.values()), List.of());
    }
    List<Found> appeared =
        now.entrySet().stream()
            .filter(each -> !isSame(known.get(each.getKey()), each.getValue()))
            .map(Map.Entry::getValue)
            .toList();
    List<Cleared> cleared =
        known.entrySet().stream()
            .filter(each -> !now.containsKey(each.getKey()))
            .map(each ->
                new Cleared(each.getValue(), Optional.ofNullable(silenced.get(each.getKey()))))
            .toList();
    return appeared.isEmpty() && cleared.isEmpty()
        ? List.of()
        : inParts(at, false, appeared, cleared);
  }

  /** One that was cleared and came again is another one. */
  private static boolean isSame(@Nullable Found reported, Found now) {
    return reported != null && reported.since().equals(now.since());
  }

  private static List<Announcement> inParts(
      Instant at, boolean isComplete, List<Found> found, List<Cleared> cleared) {
    int all = found.size() + cleared.size();
    int parts = Math.max(1, (all + PART_MAX - 1) / PART_MAX);
    List<Announcement> messages = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int from = part * PART_MAX;
      int to = from + PART_MAX;
      messages.add(
          new Announcement(
              UUID.randomUUID().toString(),
              at,
              isComplete,
              part + 1,
              parts,
              between(found, from, to),
              between(cleared, from - found.size(), to - found.size())));
    }
    return messages;
  }

  private static <T> List<T> between(List<T> all, int from, int to) {
    int first = Math.clamp(from, 0, all.size());
    return all.subList(first, Math.clamp(to, first, all.size()));
  }

  /** Ends at once; after the next start the receiver is told all that is found. */
  @Override
  public void close() {
    alarm.close();
    sender.close();
    thread.interrupt();
  }
}
