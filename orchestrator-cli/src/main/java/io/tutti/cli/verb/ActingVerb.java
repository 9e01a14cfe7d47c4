package io.tutti.cli.verb;

import io.tutti.api.Body;
import io.tutti.api.OperationView;
import io.tutti.api.OperationView.EffectView;
import io.tutti.api.OperationView.PlanView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.render.Progress;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that starts an operation and follows it to its end. */
abstract class ActingVerb implements Callable<Integer> {
  private final TuttiCommand tutti;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "A request with the same key is the same operation, not a second one.")
  private @Nullable String key;

  @Option(names = "--no-follow", description = "Return as soon as the operation has begun.")
  private boolean noFollow;

  @Option(names = "--dry-run", description = "Only show what would be done. Nothing is changed.")
  private boolean dryRun;

  @Mixin private Confirmation confirmation = new Confirmation();

  ActingVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  /**
   * What the controller is asked for.
   *
   * @param path as {@link ControllerClient#path} builds it
   */
  record ActRequest(String path, Body body) {}

  /**
   * @param dryRun whether it is only to say what would be done
   */
  abstract ActRequest request(boolean dryRun);

  @Override
  public Integer call() {
    ControllerClient controller = tutti.controller();
    if (!dryRun && mayAsk() && !confirmation.isGiven()) {
      confirm(controller);
    }
    ActRequest request = request(dryRun);
    ControllerClient.Answer started =
        controller.post(request.path(), request.body(), Optional.ofNullable(key));
    return dryRun ? showPlan(started) : carryOn(controller, started);
  }

  /**
   * Whether its plans may end sessions, refuse work of clients, or lose something for good: then
   * they are made and looked at first.
   */
  boolean mayAsk() {
    return true;
  }

  private void confirm(ControllerClient controller) {
    ActRequest request = request(true);
    PlanView plan =
        controller.post(request.path(), request.body(), Optional.empty()).as(PlanView.class);
    boolean asks = plan.effects().stream().anyMatch(EffectView::asks);
    if (asks || !plan.unknown().isEmpty()) {
      confirmation.require(tutti, OperationPage.effects(plan));
    }
  }

  private int showPlan(ControllerClient.Answer plan) {
    tutti.output().print(plan.text(), () -> OperationPage.plan(plan.as(PlanView.class)));
    return ExitCode.DONE;
  }

  private int carryOn(ControllerClient controller, ControllerClient.Answer started) {
    String id = started.as(OperationView.class).id();
    if (noFollow) {
      tutti
          .output()
          .print(
              started.text(),
              () ->
                  List.of(
                      Line.of(
                          "Operation %s has begun. Follow it with: tutti operations follow %s"
                              .formatted(id, id))));
      return ExitCode.DONE;
    }
    int exitCode = follow(tutti, controller, id, 1);
    if (exitCode == ExitCode.DONE && !tutti.output().isDocument()) {
      OperationView operation =
          controller.get(ControllerClient.path("/operations/{}", id)).as(OperationView.class);
      tutti.screen().print(epilogue(controller, operation));
    }
    return exitCode;
  }

  /** What is to be said when it has succeeded. */
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return List.of();
  }

  /** Follows an operation to its rest; what it printed ends with how the operation ended. */
  static int follow(TuttiCommand tutti, ControllerClient controller, String id, long from) {
    Screen screen = tutti.screen();
    if (!tutti.output().isDocument()) {
      screen.print("operation " + id);
    }
    Progress progress = new Progress();
    controller.follow(
        id,
        from,
        event -> {
          if (!tutti.output().isDocument()) {
            screen.print(progress.lines(event));
          }
        });
    ControllerClient.Answer ended = controller.get(ControllerClient.path("/operations/{}", id));
    OperationView operation = ended.as(OperationView.class);
    tutti
        .output()
        .print(
            ended.text(),
            () ->
                progress.hasSaid(operation)
                    ? OperationPage.left(operation)
                    : OperationPage.ending(operation));
    return exitCode(operation);
  }

  static int exitCode(OperationView operation) {
    return operation.state().equals("SUCCEEDED") ? ExitCode.DONE : ExitCode.FAILED;
  }
}
