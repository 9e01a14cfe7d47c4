package io.tutti.stories;

import io.tutti.stories.Act.Ask;
import io.tutti.stories.Act.Conflict;
import io.tutti.stories.Act.CutEnd;
import io.tutti.stories.Act.CutToSynced;
import io.tutti.stories.Act.FailedStart;
import io.tutti.stories.Act.Freeze;
import io.tutti.stories.Act.Hold;
import io.tutti.stories.Act.Kill;
import io.tutti.stories.Act.Pace;
import io.tutti.stories.Act.Pause;
import io.tutti.stories.Act.Release;
import io.tutti.stories.Act.SetVariable;
import io.tutti.stories.Act.Setting;
import io.tutti.stories.Act.Shutdown;
import io.tutti.stories.Act.Start;
import io.tutti.stories.Act.StartThreads;
import io.tutti.stories.Act.StopThreads;
import io.tutti.stories.Act.Sync;
import io.tutti.stories.Act.Thaw;
import io.tutti.stories.Act.Threads;
import io.tutti.stories.Act.Wish;
import io.tutti.stories.Act.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws the acts of a story: scenes that hang together, and disturbances anywhere between. */
final class Scenes {
  private static final int DISTURBANCES_MAX = 2;

  private final RandomGenerator random;
  private final Setup setup;

  Scenes(RandomGenerator random, Setup setup) {
    this.random = random;
    this.setup = setup;
  }

  /** Clients begin, and all is seen once as it is. */
  List<Act> opening() {
    return List.of(new Write(perhaps(40) ? Pace.HAMMER : Pace.STEADY), pause(1000, 2000));
  }

  List<Act> of(Family family) {
    return switch (family) {
      case SOURCE_CRASH -> sourceCrash();
      case REPLICA_CRASH -> replicaCrash();
      case PERSON_DURING_APPLY -> personDuringApply();
      case BACKUP -> backup();
      case FAILED_TRANSACTION -> failedTransaction();
      case FREEZE -> freeze();
    };
  }

  /** Puts what has nothing to do with the scene anywhere after the opening. */
  void disturb(List<Act> acts) {
    int count = random.nextInt(DISTURBANCES_MAX + 1);
    for (int i = 0; i < count; i++) {
      acts.addAll(2 + random.nextInt(acts.size() - 1), disturbance());
    }
  }

  private List<Act> disturbance() {
    int replica = replica();
    return switch (random.nextInt(7)) {
      case 0 -> List.of(new Freeze(replica), pause(300, 2500), new Thaw(replica));
      case 1 -> List.of(new Shutdown(replica), new Start(replica, false));
      case 2 -> List.of(new StopThreads(replica, threads()));
      case 3 -> List.of(new StartThreads(replica, threads()));
      case 4 -> List.of(new Ask(Wish.CLOSE_GAPS, replica, 0, false));
      case 5 -> List.of(anySetting(perhaps(50) ? 1 : replica));
      default -> List.of(new Write(perhaps(50) ? Pace.HAMMER : Pace.QUIET));
    };
  }

  private List<Act> sourceCrash() {
    List<Act> acts = new ArrayList<>();
    int node = setup.isChain() && perhaps(25) ? 2 : 1;
    boolean isCutToSynced = perhaps(30);
    if (isCutToSynced) {
      acts.add(new Sync(node));
    }
    if (perhaps(35)) {
      acts.add(new Hold(2, random.nextInt(Tables.SCHEMAS)));
      acts.add(new Hold(3, random.nextInt(Tables.SCHEMAS)));
    }
    if (perhaps(20)) {
      acts.add(anySetting(node));
    }
    acts.add(pause(300, 1500));
    acts.add(new Kill(node));
    if (isCutToSynced) {
      acts.add(new CutToSynced(node));
    } else if (perhaps(40)) {
      acts.add(new CutEnd(node, 200 + random.nextInt(6000)));
    }
    acts.addAll(comesBack(node, false));
    acts.add(pause(300, 2500));
    if (perhaps(65)) {
      Wish[] wishes = {Wish.RESOLVE, Wish.RESOLVE, Wish.FENCE, Wish.UNFENCE};
      acts.add(new Ask(wishes[random.nextInt(wishes.length)], node, 0, perhaps(50)));
      acts.add(pause(200, 1500));
    }
    acts.add(new Release(2));
    acts.add(new Release(3));
    acts.add(pause(500, 1500));
    return acts;
  }

  /** Now and then not at the first attempt. */
  private List<Act> comesBack(int node, boolean withoutReplication) {
    List<Act> acts = new ArrayList<>();
    if (perhaps(50)) {
      acts.add(pause(100, 1500));
    }
    if (perhaps(25)) {
      acts.add(new FailedStart(node));
    }
    if (perhaps(25)) {
      acts.add(new Start(node, withoutReplication));
      if (perhaps(30)) {
        acts.add(pause(100, 1200));
      }
      acts.add(perhaps(70) ? new Shutdown(node) : new Kill(node));
    }
    acts.add(new Start(node, withoutReplication));
    return acts;
  }

  private List<Act> replicaCrash() {
    List<Act> acts = new ArrayList<>();
    int replica = replica();
    boolean isWithoutReplication = perhaps(65);
    boolean isHeld = perhaps(75);
    if (isHeld) {
      acts.add(new Hold(replica, random.nextInt(Tables.SCHEMAS)));
    }
    acts.add(pause(500, 1500));
    acts.add(new Kill(replica));
    if (isHeld) {
      acts.add(new Release(replica));
    }
    if (perhaps(20)) {
      acts.add(new CutEnd(replica, 200 + random.nextInt(4000)));
    }
    acts.addAll(comesBack(replica, isWithoutReplication));
    acts.add(pause(700, 2000));
    if (perhaps(80)) {
      acts.add(new Ask(Wish.CLOSE_GAPS, replica, 0, perhaps(75)));
    }
    if (isWithoutReplication) {
      acts.add(new StartThreads(replica, Threads.BOTH));
    }
    acts.add(pause(500, 1500));
    return acts;
  }

  private List<Act> personDuringApply() {
    List<Act> acts = new ArrayList<>();
    int replica = replica();
    acts.add(new Ask(Wish.APPLY, replica, 1 + random.nextInt(8), false));
    acts.add(pause(0, 2500));
    switch (random.nextInt(5)) {
      case 0, 1 -> acts.add(new StopThreads(replica, threads()));
      case 2 -> acts.add(new SetVariable(replica, Setting.WORKERS, 1 + random.nextInt(8)));
      case 3 -> {
        acts.add(new Hold(replica, random.nextInt(Tables.SCHEMAS)));
        acts.add(pause(500, 2500));
        acts.add(new Release(replica));
      }
      default -> {
        acts.add(new Kill(replica));
        acts.addAll(comesBack(replica, perhaps(30)));
      }
    }
    acts.add(pause(500, 2000));
    return acts;
  }

  private List<Act> backup() {
    List<Act> acts = new ArrayList<>();
    int replica = replica();
    boolean isHeld = perhaps(40);
    if (isHeld) {
      acts.add(new Hold(replica, random.nextInt(Tables.SCHEMAS)));
      acts.add(pause(300, 1000));
    }
    acts.add(new Ask(Wish.BACKUP_BEGIN, replica, 0, !isHeld));
    if (isHeld) {
      acts.add(pause(300, 2000));
      acts.add(new Release(replica));
    }
    acts.add(pause(200, 1500));
    switch (random.nextInt(4)) {
      case 0 -> acts.add(new StartThreads(replica, threads()));
      case 1 -> acts.add(new StopThreads(replica, threads()));
      case 2 -> {
        acts.add(new Kill(replica));
        acts.addAll(comesBack(replica, perhaps(50)));
      }
      default -> acts.add(new Ask(Wish.APPLY, replica, 1 + random.nextInt(8), false));
    }
    acts.add(pause(200, 1000));
    acts.add(new Ask(Wish.BACKUP_END, replica, 0, true));
    acts.add(pause(300, 1000));
    return acts;
  }

  private List<Act> failedTransaction() {
    List<Act> acts = new ArrayList<>();
    int replica = replica();
    acts.add(new Conflict(replica));
    acts.add(pause(500, 1500));
    if (perhaps(30)) {
      acts.add(new Kill(replica));
      acts.addAll(comesBack(replica, perhaps(60)));
      acts.add(pause(500, 1200));
    }
    if (perhaps(25)) {
      acts.add(new StartThreads(replica, Threads.APPLIER));
    }
    acts.add(new Ask(Wish.SKIP, replica, 0, true));
    if (perhaps(30)) {
      acts.add(new Ask(Wish.CLOSE_GAPS, replica, 0, true));
    }
    acts.add(pause(300, 1000));
    return acts;
  }

  private List<Act> freeze() {
    List<Act> acts = new ArrayList<>();
    int node = perhaps(60) ? 1 : replica();
    acts.add(new Freeze(node));
    acts.add(pause(800, 3500));
    if (perhaps(30)) {
      acts.add(new Ask(Wish.FENCE, 1, 0, false));
    }
    if (perhaps(50)) {
      acts.add(new Thaw(node));
    } else {
      acts.add(new Kill(node));
      acts.addAll(comesBack(node, false));
    }
    acts.add(pause(500, 1500));
    if (perhaps(40)) {
      acts.add(new Ask(Wish.UNFENCE, 1, 0, true));
    }
    acts.add(pause(200, 1000));
    return acts;
  }

  private SetVariable anySetting(int node) {
    return switch (random.nextInt(3)) {
      case 0 -> new SetVariable(node, Setting.SYNC_BINLOG, random.nextInt(2));
      case 1 -> new SetVariable(node, Setting.FLUSH_LOG, random.nextInt(3));
      default -> new SetVariable(node, Setting.WORKERS, random.nextInt(8));
    };
  }

  private int replica() {
    int[] replicas = setup.replicas();
    return replicas[random.nextInt(replicas.length)];
  }

  private Threads threads() {
    Threads[] all = Threads.values();
    return all[random.nextInt(all.length)];
  }

  private boolean perhaps(int percent) {
    return random.nextInt(100) < percent;
  }

  private Pause pause(int millisMin, int millisMax) {
    return new Pause(millisMin + random.nextInt(millisMax - millisMin));
  }
}
