package io.tutti.operation.parallelism;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.TuningSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What somebody wants measured on a replica.
 *
 * @param grid settings to be measured, values by knob; empty for a search
 * @param terms by which it is done
 * @param workersMax no more are tried
 * @param persist whether what is kept is to outlive a restart, and is held from then on
 * @param continued an earlier measurement of the same grid, of which nothing is measured again
 */
public record TuningRequest(
    InstanceAddress instance,
    List<SortedMap<String, String>> grid,
    TuningTerms terms,
    int workersMax,
    boolean persist,
    Optional<String> continued) {
  public static final String RUN = "tuning.run";
  public static final String BENCH = "tuning.bench";

  /** One is minutes of a replica. */
  private static final int GRID_MAX = 100;

  private static final int WORKERS_MAX = 1024;

  public TuningRequest {
    grid = List.copyOf(grid);
    if (grid.size() > GRID_MAX) {
      throw refused(instance, "A grid has up to %d settings, not %d.", GRID_MAX, grid.size());
    }
    if (workersMax < 1 || workersMax > WORKERS_MAX) {
      throw refused(instance, "The most workers are 1 to %d, not %d.", WORKERS_MAX, workersMax);
    }
  }

  /** A search with nothing said but the replica. */
  public static TuningRequest run(InstanceAddress instance, TuningTerms terms) {
    return new TuningRequest(
        instance, List.of(), terms, TuningSearch.WORKERS_MAX_USUAL, false, Optional.empty());
  }

  /** A grid. */
  public static TuningRequest bench(
      InstanceAddress instance, List<SortedMap<String, String>> grid, TuningTerms terms) {
    return new TuningRequest(
        instance,
        new ArrayList<>(grid),
        terms,
        TuningSearch.WORKERS_MAX_USUAL,
        false,
        Optional.empty());
  }

  public Tuning.Mode mode() {
    return grid.isEmpty() ? Tuning.Mode.RUN : Tuning.Mode.BENCH;
  }

  static OrchestratorException refused(
      InstanceAddress instance, String sentence, Object... values) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        instance.toString(),
        sentence.formatted(values) + " Nothing was changed.",
        List.of("ask for less"));
  }

  public Goal toGoal() {
    return new Goal(mode() == Tuning.Mode.RUN ? RUN : BENCH, instance.toString(), this);
  }
}
