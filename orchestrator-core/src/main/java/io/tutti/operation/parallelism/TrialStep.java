package io.tutti.operation.parallelism;

import io.tutti.model.Lag;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.parallelism.TuningEnvironment.Look;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Trial;
import io.tutti.tuning.Tuning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One try: holds the applier back until enough work waits for it, sets, starts, and measures.
 *
 * <p>What is tried is decided when the step begins, by what was measured before it, and journaled
 * with what was there. Setting, starting and restoring are those of {@link ChangeStep}. What was
 * measured is kept in the store: a controller that takes over measures nothing twice.
 */
final class TrialStep implements Step<TrialStep.Before> {
  static final String KIND = "tuning.trial";

  /** What it does. */
  record Work(int number, TunedChannel channel, TuningTerms terms, Trying trying) {}

  /**
   * What was there.
   *
   * @param change empty where nothing is to be tried any more
   */
  record Before(Optional<Change> change) implements ChangesByOthers.Within {
    @Override
    public ChangesByOthers stays() {
      return change.map(each -> each.before().stays()).orElse(ChangesByOthers.NONE);
    }
  }

  /**
   * What is tried, and what was there.
   *
   * @param lag how far the replica was behind
   */
  record Change(
      Candidate candidate, ChangeStep.Work work, ChangeStep.Before before, Optional<Duration> lag) {
    Change with(ChangeStep.Before now) {
      return new Change(candidate, work, now, lag);
    }
  }

  private final TuningEnvironment environment;
  private final Work work;
  private final TunedChannel channel;
  private final PlannedStep planned;

  TrialStep(TuningEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.work = planned.work(Work.class);
    this.channel = work.channel();
  }

  private ChangeStep step(Change change) {
    return new ChangeStep(
        environment.parallelism(), planned.withKind(ChangeStep.KIND).withWork(change.work()));
  }

  private Tuning found(StepContext context) {
    return environment.find(context, channel.replica(), work.trying().mode());
  }

  @Override
  public void precondition(StepContext context) {
    // What it needs depends on what is tried.
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    before
        .change()
        .ifPresent(change -> step(change).preconditionAgain(Within.of(context), change.before()));
  }

  @Override
  public Before before(StepContext context) {
    Tuning tuning = found(context);
    Optional<Candidate> next = work.trying().next(work.number(), tuning);
    if (next.isEmpty() || left(tuning).isZero()) {
      return new Before(Optional.empty());
    }
    if (isMeasured(next.get(), tuning)) {
      return new Before(Optional.empty());
    }
    StepContext part = Within.of(context);
    Look look = environment.look(channel, part);
    requireRuns(look);
    SortedMap<String, String> settings = new TreeMap<>(original(tuning, part));
    settings.putAll(next.get().settings());
    ChangeStep.Work change = change(settings, part);
    PlannedStep changing = planned.withKind(ChangeStep.KIND).withWork(change);
    ChangeStep step = new ChangeStep(environment.parallelism(), changing);
    step.precondition(part);
    return new Before(
        Optional.of(
            new Change(
                next.get(),
                change,
                step.before(part),
                look.channel().lag().asOptional().map(Lag::amount))));
  }

  /** Whether an earlier operation, which this one continues, has measured it. */
  private boolean isMeasured(Candidate candidate, Tuning tuning) {
    Optional<Tuning> earlier = work.trying().continued().flatMap(environment.tunings()::find);
    Optional<Trial> trial =
        earlier.stream()
            .flatMap(each -> each.trials().stream())
            .filter(each -> each.candidate().equals(candidate))
            .findFirst();
    trial.ifPresent(each ->
        environment
            .tunings()
            .save(
                tuning.with(
                    each.numbered(work.number()),
                    earlier.flatMap(Tuning::amount).orElse(each.applied()))));
    return trial.isPresent();
  }

  private void requireRuns(Look look) {
    WatchedChannel.of(look.state(), look.channel(), channel.replica().toString())
        .judgeNow()
        .ifPresent(verdict -> {
          throw StepFailure.fatal(verdict.observed(), verdict.remedies());
        });
  }

  /** What each knob that any try may set showed before the first one. */
  private SortedMap<String, String> original(Tuning tuning, StepContext context) {
    if (!tuning.original().isEmpty()) {
      return tuning.original();
    }
    SortedMap<String, String> shown = new TreeMap<>();
    for (SortedMap<String, String> settings : work.trying().samples()) {
      ReplicaPlan plan = environment.plan(channel, settings, false, context);
      plan.wanted().forEach(each -> shown.put(each.knob(), plan.reading(each).value()));
    }
    environment.tunings().save(tuning.from(shown));
    return shown;
  }

  /** The applier is stopped also where nothing is set: each try begins alike. */
  private ChangeStep.Work change(SortedMap<String, String> settings, StepContext context) {
    ReplicaPlan plan = environment.plan(channel, settings, false, context);
    ChangeStep.Work changes = plan.changeStep().work(ChangeStep.Work.class);
    SortedMap<String, String> threads = new TreeMap<>(changes.interruption().threads());
    SortedMap<String, Boolean> ran = new TreeMap<>(changes.interruption().ran());
    threads.putIfAbsent(channel.name(), "applier");
    ran.putIfAbsent(channel.name(), true);
    return new ChangeStep.Work(changes.changes(), changes.was(), new Interruption(threads, ran));
  }

  private Duration left(Tuning tuning) {
    return work.terms().left(tuning.begunAt(), environment.now());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    if (before.change().isEmpty()) {
      return StepOutcome.alreadyDone(whyNot(found(context)));
    }
    Change change = before.change().get();
    Tuning tuning = found(context);
    if (tuning.trial(work.number()).isPresent()) {
      return step(change).run(Within.of(context), change.before());
    }
    return measure(tuning, change, context);
  }

  private String whyNot(Tuning tuning) {
    Optional<Trial> earlier = tuning.trial(work.number());
    if (earlier.isPresent()) {
      return "Measured before: " + earlier.get().sentence();
    }
    return left(tuning).isZero() ? "The time is over." : "Enough is known.";
  }

  private StepOutcome measure(Tuning tuning, Change change, StepContext context) {
    ChangeStep step = step(change);
    Look begin = environment.look(channel, Within.of(context));
    boolean isHeld = !HoldBack.isEnough(begin, work.terms(), tuning.amount());
    step.hold(Within.of(context), change.before());
    if (isHeld) {
      hold(begin, tuning, change, context);
    }
    Look stopped = environment.lookClosely(channel, Within.of(context));
    Optional<Long> waiting = stopped.work().waiting();
    Instant started = step.change(Within.of(context), change.before()).end();
    Optional<Long> amount =
        tuning
            .amount()
            .or(() -> work.terms().amount())
            .or(() -> waiting.map(count -> share(count, isHeld)));
    Measuring.Result result =
        Measuring.measure(
            environment,
            channel,
            work.terms(),
            stopped.at(started),
            new Measuring.Until(amount, longest(tuning), change.lag()),
            context);
    return keep(tuning, change.candidate(), result, amount);
  }

  /**
   * One that is stopped already stands since it was to be measured: the controller ended meanwhile.
   *
   * @throws StepFailure when something is wrong; it stands until that is undone
   */
  private void hold(Look begin, Tuning tuning, Change change, StepContext context) {
    boolean runs = ReplicationThread.APPLIER.runsIn(begin.channel());
    HoldBack holding =
        new HoldBack(
            environment,
            channel,
            work.terms(),
            runs ? begin.at() : change.before().readAt(),
            runs ? begin.channel().lag().asOptional().map(Lag::amount) : change.lag());
    holding.await(tuning.amount(), left(tuning), context);
  }

  /**
   * Of what waits at the first try each one gets its share; what was held back is for it alone, and
   * a little less than that will wait the next time, too.
   */
  private long share(long waiting, boolean isHeld) {
    long share = isHeld ? waiting * 4 / 5 : waiting / work.trying().triesMax();
    return Math.max(share, work.terms().amountMin());
  }

  private Duration longest(Tuning tuning) {
    Duration share = work.terms().budget().dividedBy(work.trying().triesMax());
    Duration left = left(tuning);
    return left.compareTo(share) < 0 ? left : share;
  }

  private StepOutcome keep(
      Tuning tuning, Candidate candidate, Measuring.Result result, Optional<Long> amount) {
    boolean isLittle = result.applied() < work.terms().amountMin();
    if (isLittle && left(tuning).isZero()) {
      return StepOutcome.done("The time is over; what was measured until then does not count.");
    }
    if (result.applied() == 0 || (isLittle && result.isAll())) {
      throw tooLittle(result);
    }
    Trial trial = result.toTrial(work.number(), candidate, environment.now());
    environment.tunings().save(tuning.with(trial, amount.orElse(result.applied())));
    return StepOutcome.done(trial.sentence());
  }

  private StepFailure tooLittle(Measuring.Result result) {
    return StepFailure.fatal(
        "%s had too little to do to measure anything: %d %s in %.1f s."
            .formatted(
                channel,
                result.applied(),
                result.isOfRows() ? "rows" : "transactions",
                result.took().toMillis() / 1000.0),
        List.of("hold it back for longer (--hold-back), or try again when its source writes more"));
  }

  /** A controller that ended within a try has not measured it. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    if (before.change().isEmpty()) {
      return Verdict.holds();
    }
    Tuning tuning = found(context);
    if (tuning.trial(work.number()).isEmpty() && left(tuning).isPositive()) {
      return Verdict.lacks("It is not measured yet.");
    }
    Change change = before.change().get();
    return step(change).verify(Within.of(context), change.before());
  }

  @Override
  public Before staying(StepContext context, Before before) {
    return before
        .change()
        .map(change ->
            new Before(
                Optional.of(
                    change.with(step(change).staying(Within.of(context), change.before())))))
        .orElse(before);
  }

  @Override
  public void undo(StepContext context, Before before) {
    before.change().ifPresent(change -> step(change).undo(Within.of(context), change.before()));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return before
        .change()
        .map(change -> step(change).verifyUndone(Within.of(context), change.before()))
        .orElseGet(Verdict::holds);
  }
}
