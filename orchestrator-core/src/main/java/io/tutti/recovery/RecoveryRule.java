package io.tutti.recovery;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.List;

/**
 * One row of the catalogue: of what is found or kept, what is done about it, and how often that is
 * tried.
 *
 * @param name by which people know it; it acts as {@code policy:<name>}
 * @param policy decides about each case that there is. Pure
 * @param backOff how often what does not succeed is tried again
 * @param times whether one operation that succeeded is enough for a case
 * @param remark keeps for people why nothing is done by itself just now
 */
public record RecoveryRule(
    String name, Policy policy, BackOff backOff, Times times, Remark remark) {

  /** How often a case is recovered. */
  public enum Times {
    /** Once: who takes back what was done has decided. */
    ONCE,
    /** As long as the policy wants it; something that came back is reason to try at once. */
    WHILE_WANTED
  }

  /** What is decided about each case. */
  @FunctionalInterface
  public interface Policy {
    List<Case> cases(WorldView world, Instant now);
  }

  /** Where people look for why nothing is done. */
  @FunctionalInterface
  public interface Remark {
    Remark NONE = (instance, why) -> {};

    void keep(InstanceAddress instance, String why);
  }

  /** One that leaves no remark. */
  public RecoveryRule(String name, Policy policy, BackOff backOff, Times times) {
    this(name, policy, backOff, times, Remark.NONE);
  }

  /** Who acts, in the audit and in operations. */
  public String actor() {
    return "policy:" + name;
  }
}
