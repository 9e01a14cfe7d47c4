package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.Durability;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.ServerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A restart of an instance that was watched before and after: what is known of it, permanently.
 * What it cost is judged from that, never kept.
 *
 * @param noticedAt by the controller's clock
 * @param closing empty until a person has said that nothing is left to do
 * @param replacement who took the server's place since; empty while nobody has
 * @param received what its replicas had received of it before, as far as they were read
 */
public record Incident(
    String id,
    InstanceAddress instance,
    Instant noticedAt,
    Ended ended,
    Begun begun,
    Evidence evidence,
    Optional<Closing> closing,
    Optional<Replacement> replacement,
    List<Received> received) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  public Incident {
    // Incidents that an older controller kept have none.
    replacement = Objects.requireNonNullElse(replacement, Optional.empty());
    received = List.copyOf(Objects.requireNonNullElse(received, List.of()));
  }

  public Incident(
      String id,
      InstanceAddress instance,
      Instant noticedAt,
      Ended ended,
      Begun begun,
      Evidence evidence,
      Optional<Closing> closing,
      Optional<Replacement> replacement) {
    this(
        id, instance, noticedAt, ended, begun, evidence, closing, replacement, List.<Received>of());
  }

  /**
   * The process that ended.
   *
   * @param startedAt by its own clock
   * @param seenAt when it was read last, by the controller's clock
   * @param seenByItsClock the same moment
   * @param hostname of the machine, as it reported it
   * @param durability the settings that were in force then: those count, not what it came back with
   * @param serverUuid of the server that it was; absent where its flavor has none
   * @param executed what its binlogs had named by then
   * @param own of that, what it wrote first itself
   */
  public record Ended(
      Observed<ProcessStart> startedAt,
      Instant seenAt,
      Observed<Instant> seenByItsClock,
      Observed<String> hostname,
      Durability durability,
      Observed<String> serverUuid,
      Observed<GtidSet> executed,
      Observed<GtidSet> own) {
    public Ended {
      // Incidents that an older controller kept have none.
      serverUuid = Objects.requireNonNullElse(serverUuid, Observed.unknown("it was not kept"));
      executed = Objects.requireNonNullElse(executed, Observed.unknown("it was not kept"));
      own = Objects.requireNonNullElse(own, Observed.unknown("it was not kept"));
    }

    public Ended(
        Observed<ProcessStart> startedAt,
        Instant seenAt,
        Observed<Instant> seenByItsClock,
        Observed<String> hostname,
        Durability durability) {
      this(
          startedAt,
          seenAt,
          seenByItsClock,
          hostname,
          durability,
          Observed.unknown("it was not kept"),
          Observed.unknown("it was not kept"),
          Observed.unknown("it was not kept"));
    }

    static Ended of(InstanceState last) {
      return new Ended(
          last.startedAt(),
          last.observedAt(),
          last.startedAt().flatMap(began -> last.uptime().map(began.earliest()::plus)),
          last.identity().hostname(),
          last.durability(),
          last.identity().serverUuid(),
          last.gtid().inBinlogs(),
          SourceNames.own(last));
    }

    /** Whether the server of then is known to be another one than this. */
    public boolean isOfAnotherServerThan(ServerIdentity now) {
      return serverUuid instanceof Observed.Known<String>(String then)
          && now.serverUuid() instanceof Observed.Known<String>(String of)
          && !then.equals(of);
    }
  }

  /**
   * The process that came after it.
   *
   * @param startedAt by its own clock
   * @param seenAt when it was read first, by the controller's clock
   * @param uptime how long it ran then
   */
  public record Begun(ProcessStart startedAt, Instant seenAt, Observed<Duration> uptime) {

    /** When it began by the controller's clock, or up to a second later. */
    Instant beganHere() {
      return seenAt.minus(uptime.asOptional().orElse(Duration.ZERO));
    }
  }

  /**
   * What was found out afterwards. What is unknown is looked at again; what is absent cannot be
   * known any more.
   *
   * @param end how the process ended, by its binlogs
   * @param host what became of its host
   * @param errorLog what the server wrote around its start
   * @param replicas that it had; those that could not be read are looked at again
   * @param lookedAt when it was looked at last; empty when it never was
   * @param givenUp why it is not looked at again, though something is unknown
   * @param atStart what it had executed when the first process began after the one that ended
   */
  public record Evidence(
      Observed<ProcessEnd> end,
      Observed<HostFate> host,
      Observed<List<String>> errorLog,
      List<LostOnSourceByReplica> replicas,
      Optional<Instant> lookedAt,
      Optional<String> givenUp,
      Observed<GtidSet> atStart) {
    public static final Evidence NONE_YET =
        new Evidence(
            Observed.unknown("it was not examined yet"),
            Observed.unknown("it was not examined yet"),
            Observed.unknown("it was not examined yet"),
            List.of(),
            Optional.empty(),
            Optional.empty());

    public Evidence {
      errorLog = errorLog.map(List::copyOf);
      replicas = List.copyOf(replicas);
      atStart = Objects.requireNonNullElse(atStart, Observed.unknown("it was not examined yet"));
    }

    public Evidence(
        Observed<ProcessEnd> end,
        Observed<HostFate> host,
        Observed<List<String>> errorLog,
        List<LostOnSourceByReplica> replicas,
        Optional<Instant> lookedAt,
        Optional<String> givenUp) {
      this(
          end,
          host,
          errorLog,
          replicas,
          lookedAt,
          givenUp,
          Observed.unknown("it was not examined yet"));
    }

    public Evidence withHost(Observed<HostFate> fate) {
      return new Evidence(end, fate, errorLog, replicas, lookedAt, givenUp, atStart);
    }

    public Evidence withReplicas(List<LostOnSourceByReplica> found) {
      return new Evidence(end, host, errorLog, found, lookedAt, givenUp, atStart);
    }

    public Evidence withStart(Observed<GtidSet> had) {
      return new Evidence(end, host, errorLog, replicas, lookedAt, givenUp, had);
    }

    private boolean isLackingSomething() {
      return end.isUnknown() || replicas.stream().anyMatch(each -> !each.isDecided());
    }

    /** The server could not be read; why is said of what it would have reported. */
    public Evidence postponed(String why) {
      return new Evidence(
          end.isUnknown() ? Observed.unknown(why) : end,
          host,
          errorLog.isUnknown() ? Observed.unknown(why) : errorLog,
          replicas,
          lookedAt,
          givenUp,
          atStart);
    }

    /** Nothing that is still unknown can be read any more; what the host shows still comes. */
    public Evidence givingUp(String why, Instant at) {
      return new Evidence(
          end.isUnknown() ? Observed.absent(why) : end,
          host,
          errorLog.isUnknown() ? Observed.absent(why) : errorLog,
          replicas,
          Optional.of(at),
          Optional.of(why),
          atStart);
    }
  }

  /**
   * A person's word that nothing is left to do.
   *
   * @param why in that person's words
   */
  public record Closing(Instant at, String actor, String why) {}

  /**
   * That another server took its place.
   *
   * @param by which; for an intermediate source the one that its replicas replicate from now
   * @param operation that did it
   */
  public record Replacement(Instant at, InstanceAddress by, String operation) {}

  /**
   * A restart that was just noticed.
   *
   * @param now the first reading of the new process, which shows when that began
   */
  public static Incident noticed(
      InstanceState last, InstanceState now, Instant at, RandomGenerator random) {
    return new Incident(
        TIME.format(at) + "-%08x".formatted(random.nextInt()),
        now.address(),
        at,
        Ended.of(last),
        new Begun(now.startedAt().asOptional().orElseThrow(), now.observedAt(), now.uptime()),
        Evidence.NONE_YET,
        Optional.empty(),
        Optional.empty());
  }

  public Incident with(Evidence found) {
    return new Incident(
        id, instance, noticedAt, ended, begun, found, closing, replacement, received);
  }

  public Incident closed(Closing word) {
    return new Incident(
        id, instance, noticedAt, ended, begun, evidence, Optional.of(word), replacement, received);
  }

  public Incident replaced(Optional<Replacement> now) {
    return new Incident(id, instance, noticedAt, ended, begun, evidence, closing, now, received);
  }

  /** The same, with what its replicas had received before. */
  public Incident after(List<Received> before) {
    return new Incident(
        id, instance, noticedAt, ended, begun, evidence, closing, replacement, before);
  }

  /** What one of its replicas had received before; empty where nobody had read it. */
  public Optional<Received> receivedBy(InstanceAddress replica, String channel) {
    return received.stream().filter(each -> each.isOf(replica, channel)).findFirst();
  }

  /** The settings before it, as they were read last. */
  public RecordedDurability before() {
    return new RecordedDurability(ended.durability(), ended.seenAt(), ended.seenAt());
  }

  /** What it may have cost. */
  public CrashJudgement judgement() {
    return CrashJudgement.of(evidence.end(), Observed.known(before()), evidence.host())
        .withLostEnd(lostEnd(evidence.end(), evidence.atStart()))
        .withLostOnSource(hasLostOnSource());
  }

  /** What it showed itself before, and its binlogs no longer hold. */
  public Optional<LostEnd> lostEnd(Observed<ProcessEnd> end, Observed<GtidSet> atStart) {
    return LostEnd.of(ended, end, atStart);
  }

  /** Whether a replica has something that it lost. */
  public boolean hasLostOnSource() {
    return evidence.replicas().stream().anyMatch(each -> each.lostOnSource().areFound());
  }

  /** Whether the server must not continue as if nothing had happened, as far as is known. */
  public boolean isSuspect() {
    return judgement().cost().isSuspect();
  }

  /**
   * Whether nothing is left that the server and its replicas may show when asked again, and that
   * the judgement is made of.
   */
  public boolean isSettled() {
    return evidence.lookedAt().isPresent()
        && (evidence.givenUp().isPresent() || !evidence.isLackingSomething());
  }

  /** Whether somebody must look at it: it may have cost something, or that is not known yet. */
  public boolean isOpen() {
    return closing.isEmpty() && (isSuspect() || !isSettled());
  }

  @Override
  public String toString() {
    return "incident %s of %s".formatted(id, instance);
  }
}
