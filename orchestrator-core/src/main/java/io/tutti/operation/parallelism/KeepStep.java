package io.tutti.operation.parallelism;

import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.store.KeptSettings;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Tuning;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Gives the replica what is to be kept: the smallest setting that is nearly the best, or what it
 * had before where nothing was searched for, or nothing was measured.
 */
final class KeepStep implements Step<KeepStep.Before> {
  static final String KIND = "tuning.keep";

  /**
   * What it does.
   *
   * @param persist whether it is to outlive a restart, and is held from then on
   */
  record Work(TunedChannel channel, Trying trying, boolean persist) {}

  /**
   * What was there.
   *
   * @param chosen empty where it gets back what it had
   * @param change empty where nothing was ever set
   * @param kept in the store of its settings
   */
  record Before(Optional<Candidate> chosen, Optional<Change> change, KeptSettings.Settings kept)
      implements ChangesByOthers.Within {
    @Override
    public ChangesByOthers stays() {
      return change.map(each -> each.before().stays()).orElse(ChangesByOthers.NONE);
    }
  }

  /** What is set, and what was there. */
  record Change(ChangeStep.Work work, ChangeStep.Before before, KeptSettings.Settings wanted) {
    Change with(ChangeStep.Before now) {
      return new Change(work, now, wanted);
    }
  }

  private final TuningEnvironment environment;
  private final PlannedStep planned;
  private final Work work;

  KeepStep(TuningEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.work = planned.work(Work.class);
  }

  private ChangeStep step(ChangeStep.Work change) {
    return new ChangeStep(
        environment.parallelism(), planned.withKind(ChangeStep.KIND).withWork(change));
  }

  private KeptSettings store() {
    return environment.parallelism().kept();
  }

  private Tuning found(StepContext context) {
    return environment.find(context, planned.target(), work.trying().mode());
  }

  @Override
  public void precondition(StepContext context) {
    // What it needs depends on what is kept.
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    before
        .change()
        .ifPresent(change -> step(change.work()).preconditionAgain(context, change.before()));
  }

  @Override
  public Before before(StepContext context) {
    Tuning tuning = found(context);
    KeptSettings.Settings kept = store().load(planned.target());
    Optional<Candidate> chosen = work.trying().chosen(tuning);
    SortedMap<String, String> wanted = new TreeMap<>(tuning.original());
    chosen.ifPresent(candidate -> wanted.putAll(candidate.settings()));
    if (wanted.isEmpty()) {
      return new Before(Optional.empty(), Optional.empty(), kept);
    }
    ReplicaPlan plan =
        environment.plan(work.channel(), wanted, work.persist() && chosen.isPresent(), context);
    ChangeStep.Work change = plan.changeStep().work(ChangeStep.Work.class);
    ChangeStep step = step(change);
    step.precondition(context);
    KeptSettings.Settings then = chosen.isEmpty() ? kept : keptAfter(plan, tuning);
    return new Before(chosen, Optional.of(new Change(change, step.before(context), then)), kept);
  }

  /** The first one is the original, whatever was tried since. */
  private KeptSettings.Settings keptAfter(ReplicaPlan plan, Tuning tuning) {
    KeptKnobs kept = KeptKnobs.of(plan.kept());
    for (KnobChange change : plan.wanted()) {
      KnobChange there = change.backTo(plan.reading(change));
      String before = tuning.original().getOrDefault(change.knob(), there.value());
      if (!before.equals(change.value()) || kept.hasOriginal(change.key())) {
        kept =
            kept.withOriginal(
                new KnobChange(change.knob(), change.channel(), before, there.kept()),
                plan.reading(change));
      }
      kept =
          work.persist()
              ? kept.withDesired(change, Optional.empty())
              : kept.withoutDesired(change.key());
    }
    return kept.toSettings();
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    Tuning tuning = found(context);
    before
        .change()
        .ifPresent(change -> {
          step(change.work()).run(context, change.before());
          save(change.wanted());
        });
    if (before.chosen().isPresent()) {
      environment.tunings().save(tuning.keeping(before.chosen()));
    }
    return StepOutcome.done(sentence(before, tuning));
  }

  private static String sentence(Before before, Tuning tuning) {
    return before
        .chosen()
        .map(chosen -> tuning.sentence(chosen))
        .orElse(
            tuning.trials().isEmpty()
                ? "Nothing was measured in the time that there was; it has what it had."
                : "It has what it had.");
  }

  private void save(KeptSettings.Settings settings) {
    if (!store().load(planned.target()).withoutProcess().equals(settings.withoutProcess())) {
      store().save(planned.target(), new KeptSettings.Kept(settings, environment.now()));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return before
        .change()
        .map(change -> step(change.work()).verify(context, change.before()))
        .orElseGet(Verdict::holds);
  }

  @Override
  public Before staying(StepContext context, Before before) {
    return new Before(
        before.chosen(),
        before
            .change()
            .map(change -> change.with(step(change.work()).staying(context, change.before()))),
        before.kept());
  }

  @Override
  public void undo(StepContext context, Before before) {
    before
        .change()
        .ifPresent(change -> {
          step(change.work()).undo(context, change.before());
          save(before.kept());
          environment.tunings().save(found(context).keeping(Optional.empty()));
        });
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return before
        .change()
        .map(change -> verifyUndone(context, before, change))
        .orElseGet(Verdict::holds);
  }

  private Verdict verifyUndone(StepContext context, Before before, Change change) {
    Verdict shown = step(change.work()).verifyUndone(context, change.before());
    KeptSettings.Settings now = store().load(planned.target()).withoutProcess();
    return shown instanceof Verdict.Holds
        ? Verdict.of(now.equals(before.kept().withoutProcess()), "The store keeps " + now + ".")
        : shown;
  }
}
