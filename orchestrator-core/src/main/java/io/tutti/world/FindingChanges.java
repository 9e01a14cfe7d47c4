package io.tutti.world;

import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingKind;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What came to count of what is found, and what counts no more, from one published view to the
 * next.
 *
 * <ol>
 *   <li>What is acknowledged, muted or in downtime does not count. When that ends and it is still
 *       found, it appears; when that begins, it has cleared, and {@link Change#silenced} says why.
 *   <li>After a start nothing is new: until the servers that were known were contacted, no change
 *       is reported, and then all that counts at once, said to be so ({@link Change#isFirst}).
 *   <li>Where no server was known at the start, all that is found is new.
 *   <li>A finding is the same as long as its code and its subject are, whatever it says and in
 *       whichever cluster it is.
 * </ol>
 *
 * Called by one thread at a time, as {@link WorldPublisher} does.
 */
public final class FindingChanges implements Consumer<JudgedWorld> {
  /** A server that was not contacted for so long after a start is not waited for. */
  static final Duration CONTACT_MAX = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final Consumer<Change> listener;
  private final Instant startedAt;
  private Optional<Map<Key, Found>> open = Optional.empty();

  /**
   * What one finding is known by.
   *
   * @param code what was found
   * @param subject where
   */
  public record Key(FindingKind code, String subject) {
    public static Key of(Finding finding) {
      return new Key(finding.code(), finding.subject());
    }
  }

  /**
   * One change.
   *
   * @param at when it was seen
   * @param isFirst whether it is the first look since the controller started: then nothing has
   *     appeared, whatever is found
   * @param current all that counts now
   * @param silenced why what else is found does not
   * @param appeared what did not count before
   * @param cleared what counts no more, as it was last
   */
  public record Change(
      Instant at,
      boolean isFirst,
      List<Found> current,
      Map<Key, Silenced> silenced,
      List<Found> appeared,
      List<Found> cleared) {
    public Change {
      silenced = Map.copyOf(silenced);
      current = List.copyOf(current);
      appeared = List.copyOf(appeared);
      cleared = List.copyOf(cleared);
    }
  }

  /**
   * @param atStart what was known when the controller started, before anything was published
   */
  public FindingChanges(TopologySnapshot atStart, InstantSource clock, Consumer<Change> listener) {
    this.clock = clock;
    this.listener = listener;
    this.startedAt = clock.instant();
    if (atStart.nodes().isEmpty()) {
      open = Optional.of(Map.of());
      listener.accept(new Change(startedAt, true, List.of(), Map.of(), List.of(), List.of()));
    }
  }

  @Override
  public void accept(JudgedWorld world) {
    Instant now = clock.instant();
    if (open.isEmpty() && !isContacted(world) && now.isBefore(startedAt.plus(CONTACT_MAX))) {
      return;
    }
    Map<Key, Found> counting = new LinkedHashMap<>();
    Map<Key, Silenced> silenced = new HashMap<>();
    world
        .findings()
        .forEach(each ->
            world
                .silenced(each, now)
                .ifPresentOrElse(
                    why -> silenced.put(Key.of(each.finding()), why),
                    () -> counting.putIfAbsent(Key.of(each.finding()), each)));
    Optional<Map<Key, Found>> before = open;
    open = Optional.of(counting);
    List<Found> current = List.copyOf(counting.values());
    if (before.isEmpty()) {
      listener.accept(new Change(now, true, current, silenced, List.of(), List.of()));
      return;
    }
    List<Found> appeared = lacking(counting, before.get());
    List<Found> cleared = lacking(before.get(), counting);
    if (!appeared.isEmpty() || !cleared.isEmpty()) {
      listener.accept(new Change(now, false, current, silenced, appeared, cleared));
    }
  }

  private static boolean isContacted(JudgedWorld world) {
    return world.view().topology().nodes().values().stream()
        .noneMatch(node -> node.contact() == Node.Contact.RESTORED);
  }

  private static List<Found> lacking(Map<Key, Found> all, Map<Key, Found> other) {
    List<Found> lacking = new ArrayList<>();
    all.forEach((key, found) -> {
      if (!other.containsKey(key)) {
        lacking.add(found);
      }
    });
    return lacking;
  }
}
