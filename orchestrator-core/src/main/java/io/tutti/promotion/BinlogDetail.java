package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a server writes to its binlog about rows and tables beside the changes themselves. Programs
 * that read binlogs may miss it where another server takes the place of their source, so one that
 * writes less than the old source comes later. Pure.
 */
public record BinlogDetail(TopologySnapshot snapshot, InstanceAddress old) {

  /** A variable, and its values from the least to the most. */
  private enum Variable {
    ROW_IMAGE("binlog_row_image", List.of("MINIMAL", "NOBLOB", "FULL")),
    ROW_METADATA("binlog_row_metadata", List.of("NO_LOG", "MINIMAL", "FULL"));

    private final String text;
    private final List<String> values;

    Variable(String text, List<String> values) {
      this.text = text;
      this.values = values;
    }

    private Optional<String> of(InstanceState state) {
      return state.settings().text(text).asOptional();
    }

    /** Values that are not known are not compared. */
    private boolean isLess(String one, String other) {
      return values.contains(one) && values.indexOf(one) < values.indexOf(other);
    }
  }

  /** Who writes as much as the old one comes first. */
  Comparator<InstanceAddress> order() {
    return Comparator.comparing(each -> !less(each).isEmpty());
  }

  /** What it writes less than the old one, as parts of a sentence. */
  List<String> less(InstanceAddress replica) {
    List<String> less = new ArrayList<>();
    for (Variable each : Variable.values()) {
      Optional<String> mine = state(replica).flatMap(each::of);
      Optional<String> theirs = state(old).flatMap(each::of);
      if (mine.isPresent() && theirs.isPresent() && each.isLess(mine.get(), theirs.get())) {
        less.add("%s is %s, and was %s on %s".formatted(each.text, mine.get(), theirs.get(), old));
      }
    }
    return less;
  }

  /** A whole one, where it writes less. */
  public Optional<String> sentence(InstanceAddress replica) {
    List<String> less = less(replica);
    return less.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s writes less to its binlog than %s did, which programs that read binlogs may miss: %s."
                .formatted(replica, old, String.join("; ", less)));
  }

  private Optional<InstanceState> state(InstanceAddress server) {
    return snapshot.find(server).flatMap(Node::state);
  }
}
