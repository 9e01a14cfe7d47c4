package io.tutti.rest;

import io.tutti.api.RolloutCheckView;
import io.tutti.api.RolloutLineView;
import io.tutti.api.RolloutPlanView;
import io.tutti.api.RolloutView;
import io.tutti.api.RolloutWaveView;
import io.tutti.rest.rolloutfile.Located;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.WaveState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Rollouts as REST shows them. */
final class RolloutViews {
  private static final Set<WaveState> OVER =
      Set.of(WaveState.KEPT, WaveState.STOPPED, WaveState.UNDONE, WaveState.DROPPED);
  private static final Set<ReplicaState> CHANGED = Set.of(ReplicaState.SOAKING, ReplicaState.KEPT);

  private RolloutViews() {}

  static RolloutCheckView.MistakeView of(Located located) {
    return new RolloutCheckView.MistakeView(
        located.line(),
        said(located.mistake().key()),
        located.mistake().sentence(),
        said(located.mistake().remedy()));
  }

  static RolloutPlanView of(Rollout rollout, RolloutPlan plan, Instant now) {
    Optional<Instant> begins = rollout.schedule().start(now);
    return new RolloutPlanView(
        rollout.name(),
        begins,
        begins.flatMap(rollout.schedule()::closes),
        rollout.approval().name().toLowerCase(Locale.ROOT),
        plan.waves().stream().map(RolloutViews::planned).toList(),
        leftOut(plan.leftOut()));
  }

  private static RolloutWaveView planned(RolloutPlan.PlannedWave wave) {
    return new RolloutWaveView(
        wave.number(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        wave.targets().stream()
            .map(target ->
                replica(
                    target,
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))
            .toList());
  }

  static RolloutView of(RolloutRun run) {
    return new RolloutView(
        run.id(),
        run.rollout().name(),
        run.state().name(),
        run.state().isEnd(),
        run.why(),
        run.by(),
        run.createdAt(),
        run.wakeAt(),
        run.waves().stream().map(RolloutViews::wave).toList(),
        leftOut(run.leftOut()),
        run.decisions().stream().map(RolloutViews::decision).toList(),
        run.text());
  }

  static RolloutLineView line(RolloutRun run) {
    List<RolloutRun.ReplicaRun> replicas =
        run.waves().stream().flatMap(wave -> wave.replicas().stream()).toList();
    return new RolloutLineView(
        run.id(),
        run.rollout().name(),
        run.state().name(),
        run.why(),
        run.by(),
        run.createdAt(),
        run.waves().size(),
        (int) run.waves().stream().filter(wave -> OVER.contains(wave.state())).count(),
        replicas.size(),
        (int) replicas.stream().filter(each -> CHANGED.contains(each.state())).count());
  }

  private static RolloutWaveView wave(RolloutRun.WaveRun wave) {
    return new RolloutWaveView(
        wave.number(),
        Optional.of(wave.state().name()),
        wave.beganAt(),
        wave.soakUntil(),
        wave.replicas().stream()
            .map(each ->
                replica(
                    each.target(),
                    Optional.of(each.state().name()),
                    each.why(),
                    each.control().map(Object::toString),
                    each.change().map(Object::toString),
                    each.undo().map(Object::toString)))
            .toList());
  }

  private static RolloutWaveView.ReplicaView replica(
      RolloutPlan.Target target,
      Optional<String> state,
      String why,
      Optional<String> control,
      Optional<String> change,
      Optional<String> undo) {
    return new RolloutWaveView.ReplicaView(
        target.address().toString(),
        target.cluster(),
        target.role().name().toLowerCase(Locale.ROOT),
        target.flavor(),
        target.settings().stream().map(RolloutViews::setting).toList(),
        target.without(),
        target.waitsFor().map(RolloutPlan.LeftOut::sentence),
        state,
        said(why),
        control,
        change,
        undo);
  }

  private static RolloutWaveView.SettingView setting(RolloutPlan.Setting setting) {
    return new RolloutWaveView.SettingView(
        setting.serverName(),
        setting.value(),
        setting.because(),
        setting.statements(),
        said(setting.stops()));
  }

  private static List<RolloutPlanView.LeftOutView> leftOut(List<RolloutPlan.LeftOut> all) {
    return all.stream()
        .map(each ->
            new RolloutPlanView.LeftOutView(
                each.address().toString(), each.reason().name(), each.sentence()))
        .toList();
  }

  private static RolloutView.DecisionView decision(RolloutRun.Decision decision) {
    return new RolloutView.DecisionView(
        decision.at(),
        Optional.of(decision.wave()).filter(wave -> wave > 0),
        decision.replica().map(Object::toString),
        decision.sentence());
  }

  private static Optional<String> said(String text) {
    return Optional.of(text).filter(words -> !words.isEmpty());
  }
}
