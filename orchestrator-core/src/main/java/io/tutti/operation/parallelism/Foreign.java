package io.tutti.operation.parallelism;

import io.tutti.gaps.GapAnalysis;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ThreadState;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.StepFailure;
import io.tutti.spi.knob.KnobReading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a replica shows that neither was there before a change of ours nor was brought about by it:
 * somebody else's doing, as its process is still the same.
 *
 * @param values that were set since, each in the place of what is restored
 * @param stopped appliers that had been running, and are stopped without an error
 * @param running appliers that were found stopped so, and run again
 */
record Foreign(
    InstanceAddress target, List<Value> values, List<String> stopped, List<String> running) {

  /**
   * A knob.
   *
   * @param index of it among the changes
   * @param there that restores what is there now
   */
  record Value(int index, KnobChange there, String sentence) {}

  static Foreign none(InstanceAddress target) {
    return new Foreign(target, List.of(), List.of(), List.of());
  }

  /**
   * @param state in the process that it had before the change
   */
  static Foreign of(
      Replica replica,
      InstanceState state,
      List<KnobChange> changes,
      Interruption interruption,
      ChangeStep.Before before) {
    List<String> stopped = new ArrayList<>();
    List<String> running = new ArrayList<>();
    Interruption ran = interruption.asItWas(before.ran());
    for (Channel channel : interruption.channels(state)) {
      boolean isStopped = channel.applier().state() == ThreadState.STOPPED;
      boolean failed = GapAnalysis.firstError(channel.applier()).isPresent();
      if (ran.ran(channel.name()) && isStopped && !failed) {
        stopped.add(channel.name());
      } else if (!isStopped && before.stays().says(applier(channel.name()))) {
        running.add(channel.name());
      }
    }
    return new Foreign(
        state.address(), values(replica, state.address(), changes, before), stopped, running);
  }

  /** Of what is neither as it was before nor as it is to be. */
  private static List<Value> values(
      Replica replica, InstanceAddress target, List<KnobChange> changes, ChangeStep.Before before) {
    List<Value> values = new ArrayList<>();
    List<KnobChange> was = before.values();
    for (int index = 0; index < changes.size(); index++) {
      KnobChange ours = changes.get(index);
      KnobReading now = replica.reading(ours);
      if (!ours.isInForce(now) && !was.get(index).isInForce(now)) {
        values.add(new Value(index, there(now, ours, was.get(index)), said(now, ours, target)));
      }
    }
    return values;
  }

  /** What somebody has set before we came to set it. */
  static Foreign ofValues(
      Replica replica, InstanceAddress target, List<KnobChange> changes, ChangeStep.Before before) {
    return new Foreign(target, values(replica, target, changes, before), List.of(), List.of());
  }

  /** What the server keeps over a restart is restored where it still is ours. */
  private static KnobChange there(KnobReading now, KnobChange ours, KnobChange was) {
    KnobChange.Kept kept = ours.isKept(now) ? was.kept() : new KnobChange.Kept.Left();
    return new KnobChange(ours.knob(), ours.channel(), now.value(), kept);
  }

  private static String said(KnobReading now, KnobChange ours, InstanceAddress target) {
    return "%s of %s is %s, which somebody else has set in the meantime."
        .formatted(ours.key(), target, now.value());
  }

  private static String applier(String channel) {
    return "applier." + channel;
  }

  private String said(String stoppedChannel) {
    return "The applier%s of %s is stopped: somebody else has stopped it since it was started."
        .formatted(Channel.ofChannel(stoppedChannel), target);
  }

  private String overheard(String stoppedChannel) {
    return "The applier%s of %s is stopped: somebody else has asked for that while it was stopped to be changed."
        .formatted(Channel.ofChannel(stoppedChannel), target);
  }

  boolean isNone() {
    return values.isEmpty() && stopped.isEmpty() && running.isEmpty();
  }

  /**
   * @throws StepFailure when there is any
   */
  void requireNone() {
    List<String> all = new ArrayList<>();
    values.forEach(value -> all.add(value.sentence()));
    stopped.forEach(channel -> all.add(said(channel)));
    if (!all.isEmpty()) {
      throw StepFailure.fatal(
          String.join(" ", all), List.of("ask whoever did that, and request the change again"));
    }
  }

  /**
   * @param wasDone whether all ran after the change: else the stop may be our own
   * @param isOverheard whether somebody asked for a stop while ours was in force
   * @return what undoing restores
   */
  ChangeStep.Before leave(ChangeStep.Before before, boolean wasDone, boolean isOverheard) {
    List<KnobChange> was = new ArrayList<>(before.values());
    SortedMap<String, Boolean> ran = new TreeMap<>(before.ran());
    ChangesByOthers stays = before.stays();
    for (Value value : values) {
      was.set(value.index(), value.there());
      stays = stays.with(value.there().key(), value.sentence());
    }
    for (String channel : wasDone || isOverheard ? stopped : List.<String>of()) {
      stays = stays.with(applier(channel), isOverheard ? overheard(channel) : said(channel));
      ran.put(channel, false);
    }
    for (String channel : running) {
      stays = stays.without(applier(channel));
      ran.put(channel, true);
    }
    return new ChangeStep.Before(before.mark(), List.copyOf(was), ran, before.readAt(), stays);
  }
}
