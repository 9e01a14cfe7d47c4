package io.tutti.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a failover would do, were a source to die now, as its own planner says of the last readings.
 *
 * @param begun who would begin it
 * @param leftToPerson why it would be left to a person where it is automatic; empty where not
 */
public record IfSourceDied(
    InstanceAddress source, Begun begun, Outcome outcome, Optional<LeftToPerson> leftToPerson) {

  /** What is found out only when it is planned, as servers must be asked. */
  public static final List<String> NOT_ASKED =
      List.of(
          "whether the account of the controller may do all that it takes",
          "whether a server that was in the cluster before has taken the place",
          "whether the new source lets in the account of the other replicas");

  /** Who begins a failover. */
  public enum Begun {
    /** The controller. */
    BY_ITSELF,
    /** A person, to whom it is proposed. */
    PROPOSED,
    /** A person. */
    BY_HAND
  }

  /**
   * Why it would not be begun by itself.
   *
   * @param isMeant whether a person, or an earlier failover, wants it so for a while
   */
  public record LeftToPerson(String why, boolean isMeant) {}

  /** What would come of it. */
  public sealed interface Outcome {}

  /**
   * A replica takes the place.
   *
   * @param lost what would be lost, as far as it was read, as sentences
   * @param notes what else people should know, as sentences
   * @param behind how far it is behind, which it applies first; empty where that is not known
   */
  public record Taken(
      InstanceAddress by, List<String> lost, List<String> notes, Optional<Duration> behind)
      implements Outcome {
    public Taken {
      lost = List.copyOf(lost);
      notes = List.copyOf(notes);
    }
  }

  /**
   * It would be refused.
   *
   * @param why a sentence without its full stop
   * @param isPassing whether it may be over by itself in a moment
   */
  public record Refused(String why, Remedies remedies, boolean isPassing) implements Outcome {}

  /** Why it would be refused, if it would. */
  public Optional<Refused> refused() {
    return outcome instanceof Refused refused ? Optional.of(refused) : Optional.empty();
  }
}
