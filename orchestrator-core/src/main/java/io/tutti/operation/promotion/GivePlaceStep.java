package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Cluster;
import io.tutti.world.Places;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lets what goes by the place of a source go by who has taken it: the name of the cluster, its
 * aliases, what is set for it, and tags. It is kept in the store, and nothing is said to a server.
 * It is not undone: by then the new one takes writes.
 */
final class GivePlaceStep extends OptionalStep<Nothing> {
  static final String KIND = "promotion.give-place";

  /** What it does. */
  record Work(Places.Place place) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final Places.Place place;

  GivePlaceStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.place = planned.work(Work.class).place();
  }

  static PlannedStep planned(
      PromotionEnvironment environment,
      Cluster cluster,
      InstanceAddress former,
      InstanceAddress next) {
    Places.Place place =
        environment.places().of(environment.world().get().topology(), cluster, former);
    return PlannedStep.of(
            KIND,
            next,
            "place",
            new Work(place),
            "keep that %s is the source of the cluster now: %s"
                .formatted(next, String.join(", ", goingAlong(place))))
        .affecting();
  }

  private static List<String> goingAlong(Places.Place place) {
    List<String> along = new ArrayList<>();
    along.add("its name %s".formatted(place.cluster()));
    place.aliases().forEach(alias -> along.add("its alias %s".formatted(alias)));
    along.add("what is set for it or for %s".formatted(place.former()));
    for (Map.Entry<String, String> tag : place.tags().entrySet()) {
      along.add("the tag %s".formatted(tag));
    }
    return along;
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  protected StepOutcome attempt(StepContext context, Nothing before) {
    if (environment.places().missing(place, target).isEmpty()) {
      return StepOutcome.alreadyDone("All of it goes by %s.".formatted(target));
    }
    environment.places().give(place, target);
    environment
        .places()
        .missing(place, target)
        .ifPresent(missing -> {
          throw StepFailure.passing(missing);
        });
    return StepOutcome.done("All of it goes by %s now.".formatted(target));
  }

  @Override
  protected String left(StepContext context, Nothing before, String why) {
    return "Not all that goes by the place of %s goes by %s: %s"
        .formatted(place.former(), target, why);
  }

  @Override
  protected Verdict shown(StepContext context, Nothing before) {
    return environment
        .places()
        .missing(place, target)
        .map(Verdict::lacks)
        .orElseGet(Verdict::holds);
  }

  @Override
  public void undo(StepContext context, Nothing before) {}

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}
