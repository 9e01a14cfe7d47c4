package io.tutti.operation.errant;

import io.tutti.capability.Ports;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.LogScan;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.errant.ErrantReport.Transaction;
import io.tutti.operation.gaps.LogWalk;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.skip.TransactionContent;
import io.tutti.promotion.FormerSource;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.topology.Errant;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads what a replica has that its source never had. The source is read after the replica, so that
 * it has all that it had sent. With UUIDs that is exact: whatever it lacks then did not come from
 * it.
 */
public record ErrantReader(Servers servers, Supplier<WorldView> world) {
  /** More are counted. */
  static final int LISTED_MAX = 100;

  public static ErrantReader of(Ports ports) {
    return new ErrantReader(ports.servers(), ports.world());
  }

  /** Both as they were read. */
  record Pair(InstanceState replica, InstanceState source, Observed<GtidSet> names) {}

  /**
   * @throws OrchestratorException NOT_A_REPLICA of one that replicates from nobody
   */
  Pair compare(InstanceAddress instance, Deadline deadline) {
    InstanceState replica = read(instance, deadline);
    GoalTarget.requireChannels(replica);
    List<Channel> channels = GoalTarget.channels(replica, Optional.empty());
    if (channels.size() != 1) {
      throw new OrchestratorException(
          ErrorCode.CHANNEL_NOT_CHOSEN,
          instance.toString(),
          "%s replicates over %d channels: what none of its sources had is not looked for."
              .formatted(instance, channels.size()),
          Remedies.of(Acts.showInstance(instance)));
    }
    InstanceState source = read(channels.getFirst().source(), deadline);
    return new Pair(replica, source, lacked(replica, source));
  }

  private InstanceState read(InstanceAddress address, Deadline deadline) {
    try (Session session = servers.open(address, deadline)) {
      return session.read(deadline);
    }
  }

  private static Observed<GtidSet> lacked(InstanceState replica, InstanceState source) {
    Observed<GtidSet> own = Errant.of(replica, source);
    return own instanceof Observed.Absent<GtidSet>
        ? own
        : replica
            .gtid()
            .executed()
            .flatMap(mine ->
                mine instanceof MySqlGtidSet ? source.gtid().executed().map(mine::minus) : own);
  }

  private TopologySnapshot topology() {
    return world.get().topology();
  }

  /**
   * Of a server that lost its place it is what who has that lacks.
   *
   * @throws OrchestratorException when it replicates from nobody, and nobody has its place
   */
  public ErrantReport read(InstanceAddress address, int listedMax, Deadline deadline) {
    InstanceAddress instance = topology().keptUnder(address);
    Optional<FormerTransactions> former = former(instance, deadline);
    if (former.isPresent()) {
      return former.get().read(Math.min(listedMax, LISTED_MAX), deadline);
    }
    Pair pair = compare(instance, deadline);
    List<String> notes = new ArrayList<>();
    List<Transaction> transactions = List.of();
    if (pair.names() instanceof Observed.Known<GtidSet>(MySqlGtidSet names) && !names.isEmpty()) {
      transactions = listed(pair, names, Math.min(listedMax, LISTED_MAX), deadline);
      long count = names.transactionCount().orElse(0);
      if (count > transactions.size()) {
        notes.add("%d of %d are listed.".formatted(transactions.size(), count));
      }
    }
    if (pair.names() instanceof Observed.Known<GtidSet>(MariaDbGtidSet names) && !names.isEmpty()) {
      notes.add(
          "Each is the newest that this server wrote in its domain; older ones may be errant,"
              + " too.");
    }
    return new ErrantReport(instance, pair.source().address(), pair.names(), transactions, notes);
  }

  private Optional<FormerTransactions> former(InstanceAddress instance, Deadline deadline) {
    List<InstanceAddress> heads = FormerSource.heads(world.get(), instance);
    if (heads.isEmpty() || !topology().linksOf(instance).isEmpty()) {
      return Optional.empty();
    }
    InstanceState state = read(instance, deadline);
    if (!state.knownChannels().isEmpty() || state.channels().isUnknown()) {
      return Optional.empty();
    }
    List<InstanceState> writers =
        heads.stream()
            .map(head -> read(head, deadline))
            .filter(head -> head.writeProtection().acceptsWrites().is(true))
            .toList();
    return writers.size() == 1
        ? Optional.of(new FormerTransactions(servers, state, writers.getFirst()))
        : Optional.empty();
  }

  private List<Transaction> listed(Pair pair, MySqlGtidSet names, int max, Deadline deadline) {
    List<MySqlGtid> gtids = enumerate(names, max);
    Map<String, List<String>> contents = new HashMap<>();
    Observed<?> walked = walk(pair.replica(), gtids, contents, deadline);
    List<Transaction> found = new ArrayList<>();
    for (MySqlGtid gtid : gtids) {
      List<String> content = contents.get(gtid.toString());
      found.add(
          new Transaction(
              gtid.toString(),
              meaning(pair.replica(), gtid),
              content == null
                  ? Observed.unknown(
                      walked instanceof Observed.Unknown<?>(String why)
                          ? why
                          : "it is in no binlog that %s still has"
                              .formatted(pair.replica().address()))
                  : Observed.known(content)));
    }
    return found;
  }

  static List<MySqlGtid> enumerate(MySqlGtidSet names, int max) {
    List<MySqlGtid> gtids = new ArrayList<>();
    for (MySqlGtidSet.Range range : names.ranges()) {
      for (long number = range.first(); number <= range.last(); number++) {
        if (gtids.size() == max) {
          return gtids;
        }
        gtids.add(new MySqlGtid(range.uuid(), range.tag(), number));
      }
    }
    return gtids;
  }

  /** Fills the contents, as far as its binlogs go. */
  private Observed<?> walk(
      InstanceState replica,
      List<MySqlGtid> gtids,
      Map<String, List<String>> contents,
      Deadline deadline) {
    MySqlGtidSet wanted = MySqlGtidSet.of(gtids.toArray(MySqlGtid[]::new));
    try (Session session = servers.open(replica.address(), deadline)) {
      LogScan scan =
          new LogScan(
              Log.BINARY,
              Optional.empty(),
              listed ->
                  listed
                      .transaction()
                      .gtid()
                      .filter(MySqlGtid.class::isInstance)
                      .filter(wanted::containsGtid)
                      .ifPresent(name ->
                          contents.put(name.toString(), TransactionContent.of(listed).lines())));
      return new LogWalk(session.logs(), Log.BINARY, "")
          .walk(scan, Optional.empty(), seen -> contents.size() == gtids.size(), deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private String meaning(InstanceState replica, MySqlGtid gtid) {
    String uuid = gtid.uuid().toString();
    if (replica.identity().serverUuid().asOptional().filter(uuid::equalsIgnoreCase).isPresent()) {
      return "Written on %s itself.".formatted(replica.address());
    }
    return topology().nodesOfUuid(uuid).stream()
        .findFirst()
        .map(node ->
            "Written on %s, and %s has it, but its source has not."
                .formatted(node.address(), replica.address()))
        .orElse("Written on a server that is not known here: %s.".formatted(uuid));
  }
}
