package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelSession.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A receiver that somebody has started before it was set right. Pure.
 *
 * @param now as it was found running
 * @param from where it was
 * @param upTo up to where its relay logs held what it had received, or all was applied
 */
record StartedReceiver(
    Observation now, Optional<BinlogPosition> from, Optional<BinlogPosition> upTo) {
  /** What a plan has seen of one that is stopped. */
  record WhenStopped(Optional<BinlogPosition> from, Optional<BinlogPosition> upTo) {
    static final WhenStopped UNSEEN = new WhenStopped(Optional.empty(), Optional.empty());
  }

  static StartedReceiver of(Observation now, WhenStopped seen) {
    Optional<BinlogPosition> applied = now.channel().applier().executed().asOptional();
    return new StartedReceiver(
        now,
        seen.from(),
        seen.upTo()
            .filter(end -> applied.filter(mark -> mark.relationTo(end).isAtOrAfter()).isEmpty())
            .or(() -> applied));
  }

  /** Whether it fetches again what it had received. */
  boolean repeats() {
    return from.isPresent()
        && upTo.filter(end -> from.get().relationTo(end) == BinlogPosition.Relation.BEFORE)
            .isPresent();
  }

  /** What it fetches again comes after all that is in the relay logs: a start would apply it. */
  boolean keepsApplierStopped() {
    return repeats() && now.receives() && !now.applies();
  }

  String stays() {
    return "The applier of %s stays stopped: its receiver, which somebody has started, fetches again what comes from %s up to %s, and the applier would apply it twice."
        .formatted(now.state().address(), from.orElseThrow(), upTo.orElseThrow());
  }

  /**
   * @param set the statement that lets both continue where the applier is, where that is proved
   */
  StepFailure failure(Optional<String> set) {
    return StepFailure.fatal(sentence(), remedies(set));
  }

  private String sentence() {
    String who =
        "Somebody has started the receiver of %s before it was set right"
            .formatted(now.state().address());
    if (from.isEmpty() || upTo.isEmpty()) {
      return who + ". Whether it fetches again what was applied is not known.";
    }
    if (!repeats()) {
      return "%s. It was at %s, and fetches nothing again.".formatted(who, from.get());
    }
    return "%s: from %s on it fetches again what it had received, up to %s. %s"
        .formatted(
            who,
            from.get(),
            upTo.get(),
            now.applies()
                ? "The applier runs, so transactions may have been applied twice by now."
                : "The applier is stopped: if it were started, it would apply transactions twice.");
  }

  private Remedies remedies(Optional<String> set) {
    List<Remedy> remedies = new ArrayList<>();
    if (repeats() && !now.applies()) {
      remedies.add(
          Remedy.of(
              "leave the applier of %s stopped, stop its receiver%s",
              now.state().address(),
              set.map(", say \"%s\", and start both"::formatted).orElse("")));
    }
    if (repeats() || from.isEmpty()) {
      remedies.add(
          Remedy.of(
              "where the applier has run since: stop both threads of %s at once, and compare its"
                  + " rows with those of %s; what was applied twice stays so",
              now.state().address(), now.channel().source()));
    }
    remedies.add(Remedy.of(Acts.showGaps(now.state().address())));
    return new Remedies(remedies);
  }
}
