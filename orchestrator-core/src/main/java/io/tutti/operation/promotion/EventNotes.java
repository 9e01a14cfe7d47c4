package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import java.util.ArrayList;
import java.util.List;

/**
 * Which events of the scheduler run nowhere once a source is replaced: all that came to the
 * successor by replication are off there, also those that were off on the source. A source that
 * lost rows may have lost events, too: so all are reported, with what it says of them. Pure.
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
    if (known.replicated().isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "Events came to %s by replication, and stay disabled there. To let them run, say there once it takes writes:"
            .formatted(successor));
    known.replicated().forEach(statement -> notes.add(statement + ";" + remark(statement)));
    known.scheduler().forEach(statement -> notes.add(statement + ";"));
    return notes;
  }

  private String remark(String statement) {
    return switch (lost) {
      case Observed.Known<ScheduledEvents>(ScheduledEvents reported) ->
          reported.disabled().contains(statement) ? " -- disabled on the source, too" : "";
      case Observed.Absent<ScheduledEvents> absent -> "";
      case Observed.Unknown<ScheduledEvents>(String why) ->
          " -- whether it ran on the source is not known: " + why;
    };
  }
}
