package io.tutti.operation.parallelism;

import io.tutti.spi.knob.ApplierScheme;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.TuningSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What is tried: what a search asks for, or all of a grid.
 *
 * @param grid empty where a search decides
 * @param continued an earlier operation, of which nothing is measured again
 */
record Trying(Optional<TuningSearch> search, List<Candidate> grid, Optional<String> continued) {
  Trying {
    grid = List.copyOf(grid);
  }

  Tuning.Mode mode() {
    return search.isPresent() ? Tuning.Mode.RUN : Tuning.Mode.BENCH;
  }

  int triesMax() {
    return search.map(TuningSearch::triesMax).orElse(grid.size());
  }

  /**
   * @param number of the try, from 1
   * @param found what was predicted, and measured before it
   */
  Optional<Candidate> next(int number, Tuning found) {
    return search.isPresent()
        ? search.get().startingAt(found.predicted()).next(found.trials())
        : Optional.of(grid.get(number - 1));
  }

  /** What is to be kept; empty where the replica gets back what it had. */
  Optional<Candidate> chosen(Tuning found) {
    return found.trials().isEmpty()
        ? Optional.empty()
        : search.map(each -> each.startingAt(found.predicted()).chosen(found.trials()));
  }

  /** Settings of which each knob that is ever set is in one. */
  List<SortedMap<String, String>> samples() {
    List<SortedMap<String, String>> samples = new ArrayList<>();
    grid.forEach(each -> samples.add(each.settings()));
    search.ifPresent(each -> {
      samples.add(each.present().settings());
      for (ApplierScheme scheme : each.schemes()) {
        samples.add(Candidate.of(scheme, each.workersKnob(), each.workers().getLast()).settings());
      }
    });
    return samples;
  }
}
