package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.RolloutBody;
import io.tutti.api.RolloutCheckView;
import io.tutti.api.RolloutExampleView;
import io.tutti.api.RolloutLineView;
import io.tutti.api.RolloutReportView;
import io.tutti.api.RolloutView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.rest.rolloutfile.Located;
import io.tutti.rest.rolloutfile.RolloutExample;
import io.tutti.rest.rolloutfile.RolloutFile;
import io.tutti.rest.rolloutreport.RolloutHtml;
import io.tutti.rest.rolloutreport.RolloutMarkdown;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutPlanner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.desk.RolloutDesk;
import io.tutti.rollout.engine.RolloutReports;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.security.OpenToAll;
import io.tutti.store.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Rollouts of settings over a fleet. */
@RestController
@RequestMapping("/api/v1")
class RolloutController {
  static final String SCHEMA = "/api/v1/rollout-schema.json";

  private final Fleet fleet;
  private final Rollouts rollouts;
  private final RolloutReports reports;
  private final RolloutDesk desk;

  RolloutController(Operations operations, Fleet fleet, Rollouts rollouts, RolloutReports reports) {
    this.fleet = fleet;
    this.rollouts = rollouts;
    this.reports = reports;
    this.desk = new RolloutDesk(operations.ports(), operations.runner());
  }

  /** What a rollout file may say, for editors. */
  @GetMapping(path = "/rollout-schema.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @OpenToAll
  String schema() throws IOException {
    return new ClassPathResource("io/tutti/rest/rollout.schema.json")
        .getContentAsString(StandardCharsets.UTF_8);
  }

  @GetMapping("/rollout-example")
  @Needs(Role.VIEWER)
  RolloutExampleView example() {
    return new RolloutExampleView(RolloutExample.of(fleet.world().view().topology()));
  }

  @GetMapping("/rollouts")
  @Needs(Role.VIEWER)
  Items<RolloutLineView> rollouts() {
    return Itemized.of(rollouts.list(), RolloutViews::line);
  }

  @GetMapping("/rollouts/{id}")
  @Needs(Role.VIEWER)
  RolloutView rollout(@PathVariable String id) {
    return RolloutViews.of(require(id));
  }

  /** Its other forms are asked for by {@code ?format=}, or by what is accepted. */
  @GetMapping(path = "/rollouts/{id}/report", produces = MediaType.APPLICATION_JSON_VALUE)
  @Needs(Role.VIEWER)
  RolloutReportView report(@PathVariable String id) {
    return RolloutReportViews.of(reports.of(require(id)), fleet.clock().instant());
  }

  @GetMapping(path = "/rollouts/{id}/report", produces = WebSetup.MARKDOWN)
  @Needs(Role.VIEWER)
  String markdownReport(@PathVariable String id) {
    return RolloutMarkdown.of(report(id));
  }

  @GetMapping(path = "/rollouts/{id}/report", produces = WebSetup.HTML)
  @Needs(Role.VIEWER)
  String htmlReport(@PathVariable String id) {
    return RolloutHtml.of(report(id));
  }

  /** Answers 202 with the rollout; for a dry run 200 with what is wrong, or would be done. */
  @PostMapping("/rollouts")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> create(@RequestBody RolloutBody wanted, Caller caller) {
    String text = wanted.file().orElse("");
    RolloutFile file = RolloutFile.read(text);
    Optional<RolloutPlanner.Result> planned =
        file.draft().map(draft -> desk.plan(draft, rollouts.list()));
    List<Located> mistakes =
        file.mistakesWith(planned.map(RolloutPlanner.Result::mistakes).orElse(List.of()));
    if (wanted.dryRun().orElse(false)) {
      return ResponseEntity.ok(check(file, planned, mistakes));
    }
    Rollout rollout = file.rollout().orElseThrow(() -> refusal(mistakes));
    if (!mistakes.isEmpty()) {
      throw refusal(mistakes);
    }
    RolloutRun run = rollouts.create(rollout, text, caller.name());
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/rollouts/" + run.id()))
        .body(RolloutViews.of(run));
  }

  private RolloutCheckView check(
      RolloutFile file, Optional<RolloutPlanner.Result> planned, List<Located> mistakes) {
    return new RolloutCheckView(
        mistakes.stream().map(RolloutViews::of).toList(),
        mistakes.isEmpty()
            ? file.rollout()
                .flatMap(rollout ->
                    planned.map(
                        result -> RolloutViews.of(rollout, result.plan(), fleet.clock().instant())))
            : Optional.empty());
  }

  private static OrchestratorException refusal(List<Located> mistakes) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        "rollout",
        "The rollout file has %s: %s Nothing was changed."
            .formatted(
                mistakes.size() == 1 ? "one mistake" : mistakes.size() + " mistakes",
                mistakes.stream().map(Located::toString).collect(Collectors.joining(" "))),
        List.of("\"tutti rollout validate -f FILE\" shows them one by one"));
  }

  @PostMapping("/rollouts/{id}:pause")
  @Needs(Role.OPERATOR)
  RolloutView pause(@PathVariable String id, Caller caller) {
    return act(id, RolloutAct.PAUSE, caller);
  }

  @PostMapping("/rollouts/{id}:resume")
  @Needs(Role.OPERATOR)
  RolloutView resume(@PathVariable String id, Caller caller) {
    return act(id, RolloutAct.RESUME, caller);
  }

  @PostMapping("/rollouts/{id}:abort")
  @Needs(Role.OPERATOR)
  RolloutView abort(@PathVariable String id, Caller caller) {
    return act(id, RolloutAct.ABORT, caller);
  }

  /** Everything that it changed becomes as it was. */
  @PostMapping("/rollouts/{id}:undo")
  @Needs(Role.OPERATOR)
  RolloutView undo(@PathVariable String id, Caller caller) {
    return act(id, RolloutAct.UNDO, caller);
  }

  @PostMapping("/rollouts/{id}:approve")
  @Needs(Role.OPERATOR)
  RolloutView approve(@PathVariable String id, Caller caller) {
    return act(id, RolloutAct.APPROVE, caller);
  }

  private RolloutView act(String id, RolloutAct act, Caller caller) {
    return RolloutViews.of(rollouts.act(require(id).id(), act, caller.name()));
  }

  private RolloutRun require(String id) {
    return rollouts
        .find(id)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_ROLLOUT,
                id,
                "There is no rollout %s.".formatted(id),
                List.of("\"tutti rollout list\" shows those that there are")));
  }
}
