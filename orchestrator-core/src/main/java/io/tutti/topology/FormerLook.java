package io.tutti.topology;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.List;

/**
 * What a source without GTIDs that lost its place has, and who took it lacks, as its binlog was
 * read.
 *
 * @param source who took its place
 * @param end where its own binlog ended as it was read
 * @param more these transactions; unknown where that could not be told
 */
public record FormerLook(InstanceAddress source, BinlogPosition end, Observed<More> more) {

  /**
   * @param first the places of some of them in its binlog
   */
  public record More(int count, List<String> first) {
    public static final More NOTHING = new More(0, List.of());

    public More {
      first = List.copyOf(first);
    }

    @Override
    public String toString() {
      return count > first.size()
          ? "%s and %d more".formatted(String.join(", ", first), count - first.size())
          : String.join(", ", first);
    }
  }

  /** Whether it still says all of it. */
  public boolean isOf(InstanceState former, InstanceAddress itsSource) {
    return source.equals(itsSource) && former.binlog().position().is(end);
  }
}
