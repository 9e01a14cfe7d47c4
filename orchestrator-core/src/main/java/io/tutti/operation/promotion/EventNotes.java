package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.ScheduledEvents;
import java.util.ArrayList;
import java.util.List;

/**
 * Which events of the scheduler run nowhere once a source is left behind: all that came to the
 * successor by replication are off there, also those that were off on the source. Pure.
 *
 * @param lost of the source; unknown where it does not answer
 */
record EventNotes(
    InstanceAddress successor, Observed<ScheduledEvents> there, Observed<ScheduledEvents> lost) {

  /** For people: nothing is enabled by itself. */
  List<String> toList() {
    if (!(there instanceof Observed.Known<ScheduledEvents>(ScheduledEvents known))) {
      return List.of(
          "Whether events stay disabled on %s is %s: look for those with a STATUS of SLAVESIDE_DISABLED (REPLICA_SIDE_DISABLED) in information_schema.EVENTS there."
              .formatted(successor, there));
    }
    List<String> off =
        known.replicated().stream()
            .filter(each -> lost.asOptional().map(ran -> ran.running().contains(each)).orElse(true))
            .toList();
    if (off.isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "Events came to %s by replication, and stay disabled there%s. To let them run, say there once it takes writes:"
            .formatted(
                successor,
                lost.isKnown() ? "" : " (which of them ran on the source is %s)".formatted(lost)));
    off.forEach(statement -> notes.add(statement + ";"));
    known.scheduler().forEach(statement -> notes.add(statement + ";"));
    return notes;
  }
}
