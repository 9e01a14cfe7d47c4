package io.tutti.rollout;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** A rollout to all replicas at once, in one wave: a test says what it is about, and no more. */
public final class AnyRollout {
  private Selector targets = Selector.REPLICAS;
  private Wanted settings = new Wanted.Advised();
  private List<Wave> waves = List.of(new Wave.Percent(100));
  private Duration soak = Duration.ofSeconds(5);
  private Schedule schedule = Schedule.now(ZoneOffset.UTC);
  private OnFailure onFailure = OnFailure.UNDO_WAVE;
  private Approval approval = Approval.NONE;
  private boolean persist = true;
  private boolean continuous;

  public AnyRollout targets(Selector those) {
    targets = those;
    return this;
  }

  public AnyRollout settings(Wanted wanted) {
    settings = wanted;
    return this;
  }

  public AnyRollout workers(String value) {
    return settings(new Wanted.Named(Map.of("workers", value)));
  }

  public AnyRollout waves(List<Wave> all) {
    waves = all;
    return this;
  }

  public AnyRollout soak(Duration each) {
    soak = each;
    return this;
  }

  public AnyRollout schedule(Schedule when) {
    schedule = when;
    return this;
  }

  public AnyRollout onFailure(OnFailure what) {
    onFailure = what;
    return this;
  }

  public AnyRollout approval(Approval which) {
    approval = which;
    return this;
  }

  public AnyRollout persist(boolean isPersisted) {
    persist = isPersisted;
    return this;
  }

  public AnyRollout continuous() {
    continuous = true;
    return this;
  }

  /** It is called eight. */
  public Rollout build() {
    return new Rollout(
        "eight",
        targets,
        settings,
        waves,
        soak,
        Bounds.USUAL,
        schedule,
        Gates.ALL,
        onFailure,
        approval,
        persist,
        continuous);
  }
}
