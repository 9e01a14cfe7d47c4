package io.tutti.world;

import io.tutti.analysis.Finding;
import io.tutti.store.FindingTimes;
import io.tutti.store.FindingTimes.Key;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Since when findings are there, over restarts of the controller. What is kept of an earlier
 * controller counts until each server was contacted once: what is not found by then is over.
 */
public final class SinceWhen {
  private static final Logger LOG = LoggerFactory.getLogger(SinceWhen.class);

  private final FindingTimes store;
  private final Map<Key, Instant> remembered = new ConcurrentHashMap<>();
  private final Map<Key, Instant> saved = new HashMap<>();

  /** Loads what an earlier controller kept. */
  public SinceWhen(FindingTimes store) {
    this.store = store;
    saved.putAll(store.load());
    remembered.putAll(saved);
  }

  /** Nothing is kept. */
  static SinceWhen forgetful() {
    return new SinceWhen(
        new FindingTimes() {
          @Override
          public Map<Key, Instant> load() {
            return Map.of();
          }

          @Override
          public void save(Map<Key, Instant> begun, Set<Key> over) {
            // Whoever comes later shall not know.
          }
        });
  }

  /** Since when an earlier controller found it. */
  Optional<Instant> recall(Finding finding) {
    return Optional.ofNullable(remembered.get(key(finding)));
  }

  private static Key key(Finding finding) {
    return new Key(finding.code().name(), finding.subject());
  }

  /** Keeps what a view shows. What cannot be written is tried again with the next one. */
  public synchronized void keep(JudgedWorld world) {
    Map<Key, Instant> now = new HashMap<>();
    world.findings().forEach(found -> now.put(key(found.finding()), found.since()));
    if (isContacted(world)) {
      remembered.clear();
    }
    Set<Key> over = new HashSet<>(saved.keySet());
    over.removeAll(now.keySet());
    over.removeAll(remembered.keySet());
    Map<Key, Instant> begun = new HashMap<>(now);
    begun.entrySet().removeIf(each -> each.getValue().equals(saved.get(each.getKey())));
    if (begun.isEmpty() && over.isEmpty()) {
      return;
    }
    try {
      store.save(begun, over);
      saved.putAll(begun);
      saved.keySet().removeAll(over);
    } catch (RuntimeException e) {
      LOG.warn("Since when findings are there could not be kept; the next view tries it", e);
    }
  }

  private static boolean isContacted(JudgedWorld world) {
    return world.view().topology().nodes().values().stream()
        .map(Node::contact)
        .noneMatch(contact -> contact == Node.Contact.PENDING || contact == Node.Contact.RESTORED);
  }
}
