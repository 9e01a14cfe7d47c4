package io.tutti.rest;

import io.tutti.analysis.AdviceCatalogue;
import io.tutti.analysis.SettingsAdvice;
import io.tutti.api.ParallelismAdviceView;
import io.tutti.api.ParallelismBody;
import io.tutti.api.ParallelismView;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.parallelism.ParallelismReader;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.plan.Goal;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The parallel settings of instances. */
@RestController
@RequestMapping("/api/v1/instances/{instance}")
class ParallelismController {
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  private final Operations operations;
  private final Fleet fleet;
  private final ParallelismReader parallelism;
  private final AdviceCatalogue rules;

  ParallelismController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.parallelism = ParallelismReader.of(operations.ports());
    this.rules = AdviceCatalogue.of(operations.ports().flavors().providers());
  }

  @GetMapping("/parallelism")
  @Needs(Role.VIEWER)
  ParallelismView show(@PathVariable String instance) {
    InstanceAddress address = fleet.addressOf(instance);
    return ParallelismViews.of(
        parallelism.read(address, Deadline.after(READ_MAX)),
        fleet.views().findings(FindingFilter.ofParallelism(address)).items());
  }

  @GetMapping("/parallelism/advice")
  @Needs(Role.VIEWER)
  ParallelismAdviceView advice(@PathVariable String instance) {
    Node node = fleet.nodeOf(instance);
    return ParallelismAdviceViews.of(
        parallelism.read(node.address(), Deadline.after(READ_MAX)),
        SettingsAdvice.of(rules, fleet.world().view(), node));
  }

  @PostMapping("/parallelism")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> apply(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody ParallelismBody change) {
    return start(ParallelismRequest.APPLY, instance, new Asking(caller, key), change);
  }

  @PostMapping("/parallelism:undo")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> undo(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ParallelismBody> change) {
    return start(
        ParallelismRequest.UNDO,
        instance,
        new Asking(caller, key),
        change.orElse(ParallelismBody.NONE));
  }

  /** Who asks, and by which key the request is known again. */
  private record Asking(Caller caller, Optional<String> key) {}

  private ResponseEntity<Object> start(
      String kind, String instance, Asking asking, ParallelismBody change) {
    Goal goal = request(instance, change).toGoal(kind);
    return operations.carryOut(goal, asking.caller(), asking.key(), change.dryRun().orElse(false));
  }

  private ParallelismRequest request(String instance, ParallelismBody change) {
    List<InstanceAddress> instances = new ArrayList<>();
    instances.add(fleet.addressOf(instance));
    change.alsoOn().orElse(List.of()).forEach(other -> instances.add(fleet.addressOf(other)));
    return new ParallelismRequest(
        instances,
        new TreeMap<>(change.settings().orElse(Map.of())),
        change.channel(),
        change.persist().orElse(false),
        change.settle().orElse(ParallelismRequest.SETTLE_USUAL),
        change.atOnceMax().orElse(ParallelismRequest.AT_ONCE_USUAL),
        Optional.empty());
  }
}
