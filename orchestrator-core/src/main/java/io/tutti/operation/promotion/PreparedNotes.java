package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.PreparedTransaction;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What becomes of transactions that are prepared by XA once another server takes the place of their
 * source. Pure: of the last readings, which are some seconds old.
 *
 * @param old of the former source
 * @param next of the new one
 * @param answers whether the former one does
 */
record PreparedNotes(
    InstanceAddress former,
    InstanceAddress successor,
    Observed<List<PreparedTransaction>> old,
    Observed<List<PreparedTransaction>> next,
    boolean answers) {

  static PreparedNotes of(
      TopologySnapshot topology,
      InstanceAddress former,
      InstanceAddress successor,
      boolean answers) {
    return new PreparedNotes(
        former, successor, prepared(topology, former), prepared(topology, successor), answers);
  }

  private static Observed<List<PreparedTransaction>> prepared(
      TopologySnapshot topology, InstanceAddress server) {
    Optional<Node> node = topology.find(server);
    return node.flatMap(Node::state)
        .map(InstanceState::prepared)
        .orElse(Observed.unknown("it was never read"));
  }

  /**
   * What a server that has taken the place has prepared.
   *
   * @param topology which may know since when
   * @param read of that server, just now
   */
  static List<String> account(
      TopologySnapshot topology, InstanceAddress server, Observed<List<PreparedTransaction>> read) {
    SortedMap<String, PreparedTransaction> before = byName(prepared(topology, server));
    List<String> lines = new ArrayList<>();
    unknown(server, read).ifPresent(lines::add);
    byName(read).forEach((xid, each) -> lines.add(stays(server, before.getOrDefault(xid, each))));
    return lines;
  }

  /** For people. */
  List<String> toList() {
    List<String> notes = new ArrayList<>();
    unknown(former, old).ifPresent(notes::add);
    unknown(successor, next).ifPresent(notes::add);
    SortedMap<String, PreparedTransaction> there = byName(next);
    byName(old)
        .forEach((xid, each) -> {
          if (!there.containsKey(xid)) {
            notes.add(ofFormerAlone(each));
          }
        });
    there.values().forEach(each -> notes.add(stays(successor, each)));
    return notes;
  }

  private static SortedMap<String, PreparedTransaction> byName(
      Observed<List<PreparedTransaction>> all) {
    SortedMap<String, PreparedTransaction> named = new TreeMap<>();
    all.asOptional().orElse(List.of()).forEach(each -> named.put(each.xid(), each));
    return named;
  }

  private static Optional<String> unknown(
      InstanceAddress server, Observed<List<PreparedTransaction>> read) {
    return read.isKnown()
        ? Optional.empty()
        : Optional.of(
            "Whether transactions are prepared by XA on %s is not known: %s."
                .formatted(server, read));
  }

  private static String since(PreparedTransaction each) {
    return "%s is prepared by XA since %s at least"
        .formatted(each.xid(), each.seenSince().truncatedTo(ChronoUnit.SECONDS));
  }

  /** What a server that takes writes then has prepared. */
  private static String stays(InstanceAddress server, PreparedTransaction each) {
    return "%s on %s, and stays so: it keeps its locks until XA COMMIT %s or XA ROLLBACK %s is said there."
        .formatted(since(each), server, each.xid(), each.xid());
  }

  private String ofFormerAlone(PreparedTransaction each) {
    String there =
        next.isKnown()
            ? "and was not on %s when that was read".formatted(successor)
            : "and whether it is on %s is not known".formatted(successor);
    return answers
        ? "%s on %s, %s: if it is not replicated before it is committed, it cannot be ended on %s. Let its coordinator end it first."
            .formatted(since(each), former, there, successor)
        : "%s on %s, as that was read last, %s: if it was not replicated, it is on no other server."
            .formatted(since(each), former, there);
  }
}
