package io.tutti.eventlog;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What nobody expected. Whoever may look at Tutti is told its class and an id; what it says of
 * itself may quote any value, and is in the log only, by that id.
 *
 * @param kind the class of what was thrown
 * @param id eight digits and letters
 */
public record Defect(String kind, String id) {
  private static final Logger LOG = LoggerFactory.getLogger(Defect.class);

  /**
   * Writes it into the log.
   *
   * @param where what could not be done, such as "a step of an operation"
   */
  public static Defect logged(String where, Throwable thrown) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    Defect defect = new Defect(thrown.getClass().getSimpleName(), id);
    LOG.error("Defect {}: {}", id, where, thrown);
    return defect;
  }

  /** {@code IllegalStateException, defect 1f0c22d9: the controller's log has more of it}. */
  @Override
  public String toString() {
    return "%s, defect %s: the controller's log has more of it".formatted(kind, id);
  }
}
