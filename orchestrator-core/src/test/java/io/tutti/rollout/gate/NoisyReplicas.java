package io.tutti.rollout.gate;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A source and two of its replicas, second by second, with the noise of real ones: a load that
 * wanders and bursts, appliers whose speed wanders, each by itself and slowly, hiccups of one
 * server, large transactions that stop both, readings a little early or late, and lag in whole
 * seconds.
 */
final class NoisyReplicas {
  private static final Instant BEGIN = Instant.parse("2026-11-23T22:00:00Z");
  static final InstanceAddress SUBJECT = InstanceAddress.parse("db2:3306");
  static final InstanceAddress CONTROL = InstanceAddress.parse("db3:3306");
  static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");

  /**
   * @param supply transactions that come in a second, on average
   * @param capacity how many an applier could apply, on average
   * @param wander how alike the noise of one second is to that of the one before
   * @param retries of 1,000 transactions
   */
  record Load(double supply, double capacity, double wander, double retries) {
    static final Load EASY = new Load(200, 800, 0.7, 2);
    static final Load BUSY = new Load(200, 300, 0.9, 5);

    /** Falls behind now and then, and catches up. */
    static final Load FULL = new Load(200, 230, 0.95, 10);
  }

  /** What a change does to the subject. */
  record Effect(double capacityFactor, double moreRetries, double moreCommitSeconds) {
    static final Effect NONE = new Effect(1, 0, 0);
  }

  private final Random random;
  private final Load load;
  private final Wander supply;
  private static final int WARM_UP_SECONDS = 60;
  private static final double COMMIT_SECONDS = 0.004;
  private long written;
  private long committed;

  private NoisyReplicas(long seed, Load load) {
    this.random = new Random(seed);
    this.load = load;
    this.supply = new Wander(0.95, 0.25);
  }

  /** A number around 1 that remembers where it was. */
  private final class Wander {
    private final double alike;
    private final double spread;
    private double state;

    Wander(double alike, double spread) {
      this.alike = alike;
      this.spread = spread;
      this.state = random.nextGaussian() * spread;
    }

    double next() {
      state = alike * state + Math.sqrt(1 - alike * alike) * spread * random.nextGaussian();
      return Math.exp(state - spread * spread / 2);
    }
  }

  private final class Replica {
    private final Wander speed = new Wander(load.wander(), 0.15);
    private long hiccupSeconds;
    private double backlog;
    private long applied;
    private long retries;
    private final List<Sample> before = new ArrayList<>();
    private final List<Sample> after = new ArrayList<>();

    void second(double came, boolean isStopped, Effect effect) {
      if (random.nextDouble() < 0.004) {
        hiccupSeconds = 2 + random.nextInt(6);
      }
      double can = load.capacity() * effect.capacityFactor() * speed.next();
      can = isStopped ? 0 : hiccupSeconds-- > 0 ? can / 10 : can;
      backlog += came;
      double done = Math.min(backlog, can);
      backlog -= done;
      applied += Math.round(done);
      retries += poisson(done * (load.retries() / 1000 + effect.moreRetries()));
    }

    void read(Instant at, boolean isAfter) {
      (isAfter ? after : before).add(sample(at, this));
    }
  }

  private long poisson(double mean) {
    double product = random.nextDouble();
    double limit = Math.exp(-Math.min(mean, 500));
    long count = 0;
    while (product > limit) {
      count++;
      product *= random.nextDouble();
    }
    return count;
  }

  private Sample sample(Instant at, Replica replica) {
    double lag = Math.floor(replica.backlog / load.supply());
    Duration early = Duration.ofMillis(Math.round(random.nextGaussian() * 60));
    return new Sample(
        at.plus(early),
        Observed.known(Duration.between(BEGIN, at).plusDays(1)),
        Observed.known(Optional.empty()),
        Observed.known(lag),
        Observed.known(replica.applied),
        Observed.known(replica.retries),
        Observed.absent("nobody replicates from it"),
        Observed.absent("nobody replicates from it"),
        Observed.known(Optional.empty()),
        Observed.unknown("no statement shows it"));
  }

  private Sample ofSource(Instant at, double wait) {
    return new Sample(
        at,
        Observed.known(Duration.between(BEGIN, at).plusDays(1)),
        Observed.known(Optional.empty()),
        Observed.absent("it replicates from nobody"),
        Observed.known(written),
        Observed.absent("it replicates from nobody"),
        Observed.known(poisson(wait)),
        Observed.known(committed),
        Observed.known(Optional.empty()),
        Observed.unknown("no statement shows it"));
  }

  /**
   * @param before how many seconds before the change
   * @param after how many after it
   */
  static Comparison observed(long seed, Load load, Effect effect, int before, int after) {
    return new NoisyReplicas(seed, load).run(effect, before, after);
  }

  private Comparison run(Effect effect, int secondsBefore, int secondsAfter) {
    Replica subject = new Replica();
    Replica control = new Replica();
    List<Sample> before = new ArrayList<>();
    List<Sample> after = new ArrayList<>();
    int stopped = 0;
    int burst = 0;
    for (int second = -WARM_UP_SECONDS; second < secondsBefore + secondsAfter; second++) {
      boolean isAfter = second >= secondsBefore;
      stopped = random.nextDouble() < 0.002 ? 4 : Math.max(0, stopped - 1);
      burst = random.nextDouble() < 0.01 ? 5 : Math.max(0, burst - 1);
      double came = load.supply() * supply.next() * (burst > 0 ? 2 : 1);
      Effect now = isAfter ? effect : Effect.NONE;
      subject.second(came, stopped > 0, now);
      control.second(came, stopped > 0, Effect.NONE);
      written += Math.round(came);
      committed += Math.round(came);
      if (second >= 0) {
        Instant at = BEGIN.plusSeconds(second);
        subject.read(at, isAfter);
        control.read(at, isAfter);
        (isAfter ? after : before)
            .add(ofSource(at, came * (COMMIT_SECONDS + now.moreCommitSeconds())));
      }
    }
    return new Comparison(
        new Samples(SUBJECT, subject.before, subject.after),
        Optional.of(new Samples(CONTROL, control.before, control.after)),
        Optional.of(new Samples(SOURCE, before, after)));
  }
}
