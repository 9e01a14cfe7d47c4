package io.tutti.operation.server;

import io.tutti.model.Observed;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often a server has been asked to stop replication, as far as a step knows: more is somebody
 * else's doing. Forgotten by a restart of the controller.
 */
public final class KnownStops {
  private final Map<String, Long> known = new ConcurrentHashMap<>();

  /**
   * From what the server shows now.
   *
   * @param mark of the step
   */
  public void begin(String mark, Observed<Long> asked) {
    asked.asOptional().ifPresentOrElse(count -> known.put(mark, count), () -> known.remove(mark));
  }

  public boolean isBegun(String mark) {
    return known.containsKey(mark);
  }

  /** The step asks once more itself. */
  public void said(String mark) {
    known.computeIfPresent(mark, (key, count) -> count + 1);
  }

  /** What it was about to ask never came to the server. */
  public void unsaid(String mark) {
    known.computeIfPresent(mark, (key, count) -> count - 1);
  }

  /** How often it has been asked, as far as is known. */
  public Optional<Long> count(String mark) {
    return Optional.ofNullable(known.get(mark));
  }

  /** What comes until it begins again is not the step's matter. */
  public void forget(String mark) {
    known.remove(mark);
  }

  /** Not so where nothing is known, or the server counts again since a restart. */
  public boolean isMore(String mark, Observed<Long> asked) {
    Long count = known.get(mark);
    return count != null && asked instanceof Observed.Known<Long>(Long now) && now > count;
  }
}
