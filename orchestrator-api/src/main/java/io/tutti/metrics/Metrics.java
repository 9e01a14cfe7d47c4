package io.tutti.metrics;

import io.tutti.analysis.FindingKind;
import io.tutti.analysis.Severity;
import io.tutti.discovery.PollTimes;
import io.tutti.measure.StoreMeasures;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.OperationCounts;
import io.tutti.promotion.IfSourceDied;
import io.tutti.recovery.Decisions;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.ClusterFindings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * All samples of one moment. Nothing is kept for a scrape and nothing is asked of a server or of
 * the store: what is known of servers is taken from the view that was published last, and the rest
 * from counters.
 */
public final class Metrics {
  /** Whoever makes a server report more channels fills no memory of ours or of Prometheus. */
  static final int CHANNELS_MAX = 64;

  private final Sources sources;

  /**
   * Where the samples come from.
   *
   * @param rejectedLogins how many there were
   */
  public record Sources(
      PublishedWorld world,
      PollTimes polls,
      Supplier<OperationCounts> operations,
      Supplier<SortedMap<Decisions.Counted, Long>> decisions,
      LongSupplier rejectedLogins,
      Supplier<StoreMeasures> store,
      OfProcess process,
      InstantSource clock) {}

  /** What does not change. */
  public record OfProcess(String version, String commit, String java, Instant startedAt) {}

  public Metrics(Sources sources) {
    this.sources = sources;
  }

  /** As Prometheus reads it. */
  public String scrape() {
    Exposition samples = new Exposition();
    ofProcess(samples);
    sources.world().latest().ifPresent(seen -> ofServers(samples, seen.topology()));
    sources
        .world()
        .latest()
        .ifPresent(seen -> seen.clusters().forEach(each -> ofFailover(samples, each)));
    ofFindings(samples);
    ofOperations(samples);
    ofStore(samples);
    samples
        .histogram(Metric.POLLS, sources.polls().reached(), "reached")
        .histogram(Metric.POLLS, sources.polls().failed(), "failed")
        .sample(Metric.LOGINS_REJECTED, sources.rejectedLogins().getAsLong());
    sources
        .decisions()
        .get()
        .forEach((counted, number) ->
            samples.sample(Metric.DECISIONS, number, counted.rule(), lower(counted.decision())));
    return samples.text();
  }

  private void ofProcess(Exposition samples) {
    OfProcess process = sources.process();
    Runtime runtime = Runtime.getRuntime();
    samples
        .sample(Metric.BUILD, 1, process.version(), process.commit(), process.java())
        .sample(
            Metric.PROCESS_START,
            Exposition.seconds(Duration.between(Instant.EPOCH, process.startedAt())))
        .sample(Metric.HEAP_USED, runtime.totalMemory() - runtime.freeMemory())
        .sample(Metric.HEAP_MAX, runtime.maxMemory());
  }

  private void ofServers(Exposition samples, TopologySnapshot topology) {
    Duration age = Duration.between(topology.takenAt(), sources.clock().instant());
    samples
        .sample(Metric.VIEW_AGE, Math.max(0, Exposition.seconds(age)))
        .sample(Metric.CLUSTERS, topology.clusters().size());
    Map<Node.Contact, Long> contacts =
        topology.nodes().values().stream()
            .collect(Collectors.groupingBy(Node::contact, Collectors.counting()));
    for (Node.Contact contact : Node.Contact.values()) {
      samples.sample(Metric.INSTANCES, contacts.getOrDefault(contact, 0L), lower(contact.name()));
    }
    long leftOut = 0;
    for (Node node : topology.nodes().values()) {
      String cluster = topology.clusterOf(node.address()).map(each -> each.name()).orElse("");
      leftOut += ofServer(samples, cluster, node);
    }
    samples.sample(Metric.LEFT_OUT, leftOut);
  }

  /** Returns how many channels were left out. */
  private static long ofServer(Exposition samples, String cluster, Node node) {
    String instance = node.address().toString();
    switch (node.contact()) {
      case REACHED -> samples.sample(Metric.INSTANCE_UP, true, cluster, instance);
      case FAILED -> samples.sample(Metric.INSTANCE_UP, false, cluster, instance);
      case PENDING, RESTORED -> {
        return 0;
      }
    }
    if (node.currentState().isEmpty()) {
      return 0;
    }
    InstanceState state = node.currentState().get();
    state
        .writeProtection()
        .acceptsWrites()
        .asOptional()
        .ifPresent(writes -> samples.sample(Metric.INSTANCE_WRITABLE, writes, cluster, instance));
    List<Channel> channels = state.knownChannels();
    channels.stream()
        .limit(CHANNELS_MAX)
        .forEach(channel -> ofChannel(samples, cluster, instance, channel));
    return Math.max(0, channels.size() - CHANNELS_MAX);
  }

  private static void ofChannel(
      Exposition samples, String cluster, String instance, Channel channel) {
    String name = channel.name();
    if (channel.lag() instanceof Observed.Known<Lag>(Lag lag)) {
      samples.sample(
          Metric.LAG,
          Exposition.seconds(lag.amount()),
          cluster,
          instance,
          name,
          lower(lag.source().name()));
    }
    samples
        .sample(Metric.LAG_KNOWN, channel.lag().isKnown(), cluster, instance, name)
        .sample(
            Metric.THREAD_RUNNING,
            channel.receiver().state() == ThreadState.RUNNING,
            cluster,
            instance,
            name,
            "receiver")
        .sample(
            Metric.THREAD_RUNNING,
            channel.applier().state() == ThreadState.RUNNING,
            cluster,
            instance,
            name,
            "applier");
  }

  private static void ofFailover(Exposition samples, ClusterFindings cluster) {
    for (IfSourceDied foreseen : cluster.foreseen()) {
      samples.sample(
          Metric.FAILOVER_READY,
          foreseen.refused().isEmpty() && foreseen.leftToPerson().isEmpty(),
          cluster.cluster().name(),
          foreseen.source().toString(),
          lower(foreseen.begun().name()));
    }
  }

  private void ofFindings(Exposition samples) {
    Map<Coded, Long> counts = new LinkedHashMap<>();
    FindingKind.all().forEach(code -> counts.put(new Coded(code.name(), code.severity()), 0L));
    sources.world().latest().stream()
        .flatMap(seen -> seen.findings().stream())
        .map(finding -> new Coded(finding.code().name(), finding.severity()))
        .forEach(coded -> counts.merge(coded, 1L, Long::sum));
    counts.forEach((coded, count) ->
        samples.sample(Metric.FINDINGS, count, coded.code(), lower(coded.severity().name())));
  }

  private record Coded(String code, Severity severity) {}

  private void ofOperations(Exposition samples) {
    OperationCounts counts = sources.operations().get();
    Map<String, OperationCounts.Ended> byKind = new LinkedHashMap<>();
    counts
        .ended()
        .forEach((of, ended) -> {
          samples.sample(
              Metric.OPERATIONS_ENDED, ended.count(), of.kind(), lower(of.state().name()));
          byKind.merge(of.kind(), ended, OperationCounts.Ended::and);
        });
    byKind.forEach((kind, ended) ->
        samples.summary(Metric.OPERATION_DURATION, ended.count(), ended.took(), kind));
    counts
        .unfinished()
        .forEach((of, count) ->
            samples.sample(
                Metric.OPERATIONS_UNFINISHED, count, of.kind(), lower(of.state().name())));
  }

  private void ofStore(Exposition samples) {
    StoreMeasures store = sources.store().get();
    samples
        .histogram(Metric.STORE_WRITES, store.writes())
        .sample(Metric.STORE_FAILURES, store.failures())
        .sample(Metric.STORE_CONNECTIONS, store.active(), "active")
        .sample(Metric.STORE_CONNECTIONS, store.idle(), "idle")
        .sample(Metric.STORE_CONNECTIONS, store.waiting(), "waiting");
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
