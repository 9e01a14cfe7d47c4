package io.tutti.rest;

import io.tutti.api.HookRunView;
import io.tutti.api.HookTestBody;
import io.tutti.api.HookView;
import io.tutti.api.Items;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookRun;
import io.tutti.hook.HookedGoals;
import io.tutti.hook.Hooks;
import io.tutti.hook.SampleEvents;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.Role;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The hooks that are configured. */
@RestController
@RequestMapping("/api/v1/hooks")
class HookController {
  private final Hooks hooks;
  private final Fleet fleet;

  HookController(Hooks hooks, Fleet fleet) {
    this.hooks = hooks;
    this.fleet = fleet;
  }

  @GetMapping
  @Needs(Role.VIEWER)
  Items<HookView> hooks() {
    return Itemized.of(hooks.all(), HookController::view);
  }

  @PostMapping("/{name}:test")
  @Needs(Role.OPERATOR)
  HookRunView testHook(@PathVariable String name, @RequestBody HookTestBody wanted, Caller caller) {
    ConfiguredHook hook = hooks.find(name).orElseThrow(() -> unknown(name));
    HookPoint point = point(hook, wanted.event());
    HookRun run = called(hook, point, caller);
    fleet
        .audit()
        .append(
            new AuditRecord(
                fleet.clock().instant(),
                caller.name(),
                "hook.tested",
                name,
                run.hasFailed() ? Outcome.FAILED : Outcome.DONE,
                run.sentence()));
    return view(run);
  }

  private HookRun called(ConfiguredHook hook, HookPoint point, Caller caller) {
    try {
      return hooks.call(hook, SampleEvents.at(point, caller.name(), fleet.clock().instant()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrchestratorException(
          ErrorCode.OPERATION_STATE,
          hook.name(),
          "The controller stops. The hook was ended.",
          List.of("ask again when it is back"));
    }
  }

  private static HookPoint point(ConfiguredHook hook, Optional<String> event) {
    String text = event.orElse("");
    return HookPoint.parse(text)
        .filter(HookedGoals.events()::contains)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                hook.name(),
                "There is no event \"%s\". Nothing was called.".formatted(text),
                List.of(
                    "name one of "
                        + String.join(
                            ", ",
                            HookedGoals.events().stream().map(HookPoint::toString).toList()))));
  }

  private OrchestratorException unknown(String name) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        name,
        "There is no hook \"%s\".".formatted(name),
        List.of(
            hooks.all().isEmpty()
                ? "configure one below tutti.hooks, see docs/hooks.md"
                : "there are: "
                    + String.join(", ", hooks.all().stream().map(ConfiguredHook::name).toList())));
  }

  private static HookView view(ConfiguredHook hook) {
    return new HookView(
        hook.name(),
        hook.kind(),
        HookedGoals.events().stream()
            .filter(hook.events()::contains)
            .map(HookPoint::toString)
            .toList(),
        hook.deadline(),
        HookView.Policy.valueOf(hook.policy().name()),
        hook.hook().describe());
  }

  private static HookRunView view(HookRun run) {
    return new HookRunView(
        run.hook().name(),
        run.point().toString(),
        !run.hasFailed(),
        run.outcome() instanceof HookOutcome.Failed(String why, String output)
            ? Optional.of(why)
            : Optional.empty(),
        run.outcome().output(),
        run.took().toMillis());
  }
}
