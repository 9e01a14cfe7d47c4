package io.tutti.operation.promotion;

import io.tutti.topology.Cluster;
import java.util.List;
import java.util.function.Function;

/**
 * How people want a cluster failed over.
 *
 * @param unproved what is done where a replica does not answer, and nothing proves that it has
 *     nothing that no other has
 * @param prefer what a promotion waits for
 * @param carry what goes over to who takes the place
 * @param leave what does not, though it would by default
 */
public record FailoverTerms(
    Unproved unproved, Prefer prefer, List<Carry> carry, List<Leave> leave) {
  public static final FailoverTerms USUAL = new FailoverTerms(Unproved.REFUSE, Prefer.COMPLETE);

  public FailoverTerms {
    carry = List.copyOf(carry);
    leave = List.copyOf(leave);
  }

  /** Nothing is said of what goes over. */
  public FailoverTerms(Unproved unproved, Prefer prefer) {
    this(unproved, prefer, List.of(), List.of());
  }

  /** Those of a cluster. */
  @FunctionalInterface
  public interface OfCluster extends Function<Cluster, FailoverTerms> {}

  /** What is done where nothing is proved. */
  public enum Unproved {
    /** Nothing is changed. */
    REFUSE,
    /** It goes on, and says what may be lost. */
    PROCEED
  }

  /** What a promotion waits for. */
  public enum Prefer {
    /** All that was received is applied. */
    COMPLETE,
    /** All but what was never acknowledged, where another replica can be promoted sooner. */
    FAST
  }
}
