package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.TuningAdviceBody;
import io.tutti.api.TuningAdviceView;
import io.tutti.api.TuningBody;
import io.tutti.api.TuningView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.parallelism.TuningReader;
import io.tutti.operation.parallelism.TuningRequest;
import io.tutti.operation.parallelism.TuningTerms;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import io.tutti.tuning.TuningSearch;
import io.tutti.tuning.Tunings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which settings let a replica apply fastest. */
@RestController
@RequestMapping("/api/v1")
class TuningController {
  private static final Duration LAST_USUAL = Duration.ofMinutes(10);

  /** Reading binlogs takes a minute at most. */
  private static final Duration ADVICE_MAX = Duration.ofMinutes(2);

  private final Operations operations;
  private final Fleet fleet;
  private final Tunings tunings;
  private final TuningReader reader;

  TuningController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.tunings = operations.ports().stored().tunings();
    this.reader = TuningReader.of(operations.ports());
  }

  @GetMapping("/tunings")
  @Needs(Role.VIEWER)
  Items<TuningView> all() {
    return Itemized.of(tunings.all(), TuningViews::of);
  }

  /** What that operation has measured so far. */
  @GetMapping("/tunings/{id}")
  @Needs(Role.VIEWER)
  TuningView one(@PathVariable String id) {
    return tunings
        .find(id)
        .map(TuningViews::of)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_OPERATION,
                id,
                "No operation %s has measured anything.".formatted(id),
                List.of("GET /api/v1/tunings shows those that have")));
  }

  /** Reads what the replica's source wrote, within bounds. Nothing is changed. */
  @PostMapping("/tuning-advice")
  @Needs(Role.OPERATOR)
  TuningAdviceView advise(@RequestBody TuningAdviceBody wanted) {
    return TuningAdviceViews.of(
        reader.advise(
            fleet.addressOf(wanted.instance()),
            wanted.last().orElse(LAST_USUAL),
            Deadline.after(ADVICE_MAX)));
  }

  @PostMapping("/tunings")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> measure(
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody TuningBody wanted) {
    TuningTerms usual = TuningTerms.USUAL;
    TuningRequest request =
        new TuningRequest(
            fleet.addressOf(wanted.instance()),
            wanted.grid().orElse(List.of()).stream().map(TuningController::sorted).toList(),
            new TuningTerms(
                wanted.budget().orElse(usual.budget()),
                wanted.maxLag().orElse(usual.maxLag()),
                wanted.holdBack().orElse(usual.holdBack()),
                wanted.transactions(),
                wanted.mayLose().orElse(false)),
            wanted.workersMax().orElse(TuningSearch.WORKERS_MAX_USUAL),
            wanted.persist().orElse(false),
            wanted.continued());
    return operations.carryOut(request.toGoal(), caller, key, wanted.dryRun().orElse(false));
  }

  private static SortedMap<String, String> sorted(Map<String, String> settings) {
    return new TreeMap<>(settings);
  }
}
