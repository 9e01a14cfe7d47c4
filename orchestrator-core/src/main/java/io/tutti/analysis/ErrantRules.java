package io.tutti.analysis;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.ErrantFinder;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules about what a replica has that its source never had. */
final class ErrantRules {
  private ErrantRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.ERRANT_TRANSACTIONS, Set.of(), ErrantRules::errant));
  }

  private static Optional<Evidence> errant(Subject.OfInstance subject) {
    return ErrantFinder.of(subject.snapshot(), subject.node())
        .asOptional()
        .filter(set -> !set.isEmpty())
        .map(set -> evidence(subject, set));
  }

  private static Evidence evidence(Subject.OfInstance subject, GtidSet errant) {
    String name = subject.name();
    return Evidence.of(
        "%s has %s that its source never had: %s, %s.%s%s"
            .formatted(
                name,
                amount(errant),
                errant,
                writers(subject, errant),
                subject
                    .snapshot()
                    .errantSince(subject.node().address())
                    .map(at -> " Seen since " + at + ".")
                    .orElse(""),
                place(subject.node())),
        Remedies.of(
                "look at what they changed, and compare the rows with the source's: no other server"
                    + " has these transactions")
            .or(again(subject))
            .or(
                errant instanceof MySqlGtidSet
                    ? "or, if the rows are the same anyway, commit an empty transaction with each"
                        + " of these GTIDs on the source, so that all servers have them"
                    : "or keep it as a replica: never promote it")
            .or(
                mayServe(subject)
                    ? "find out whether clients are to write to it before it is made read-only"
                    : "to prevent it next time: SET GLOBAL read_only = 1 on " + name));
  }

  /** It takes writes, and others replicate from it: what it has may be nowhere else. */
  private static boolean mayServe(Subject.OfInstance subject) {
    return !subject.snapshot().linksTo(subject.node().address()).isEmpty()
        && !subject
            .node()
            .state()
            .map(InstanceState::writeProtection)
            .filter(protection -> protection.acceptsWrites().is(false))
            .isPresent();
  }

  private static Remedies again(Subject.OfInstance subject) {
    String name = subject.name();
    return mayServe(subject)
        ? Remedies.of(
            "do not copy another server over it before it is known that clients write elsewhere: it takes writes, or this is not known, and others replicate from it")
        : Remedies.of(
            "to have the same rows again: %s, then %s",
            Acts.markToRebuild(name, "errant transactions"), Acts.rebuild(name));
  }

  private static String amount(GtidSet errant) {
    if (errant.transactionCount().isEmpty()) {
      return "transactions";
    }
    long count = errant.transactionCount().getAsLong();
    return count == 1 ? "1 transaction" : count + " transactions";
  }

  private static String writers(Subject.OfInstance subject, GtidSet errant) {
    return switch (errant) {
      case MySqlGtidSet names ->
          names.origins().stream()
              .map(origin -> writer(subject, origin))
              .distinct()
              .collect(Collectors.joining(" and "));
      case MariaDbGtidSet position ->
          "written on it under its own server_id "
              + position.gtids().stream()
                  .map(MariaDbGtid::server)
                  .collect(Collectors.toCollection(TreeSet::new))
                  .first()
              + " (the newest of each domain; there may be more before)";
    };
  }

  private static String writer(Subject.OfInstance subject, String uuid) {
    boolean isOwn =
        subject.node().state().filter(state -> state.identity().serverUuid().is(uuid)).isPresent();
    return isOwn
        ? "written on it, as they bear its own server_uuid"
        : known(subject.snapshot(), uuid)
            .map(address -> "written on " + address)
            .orElse("written on a server that is not known here (server_uuid " + uuid + ")");
  }

  private static Optional<InstanceAddress> known(TopologySnapshot snapshot, String uuid) {
    return snapshot.nodesOfUuid(uuid).stream().map(Node::address).findFirst();
  }

  private static String place(Node node) {
    return node.currentState()
        .map(InstanceState::binlog)
        .flatMap(binlog -> binlog.position().asOptional())
        .map(end -> " They are in its own binlog, somewhere before " + end + ", unless purged.")
        .orElse("");
  }
}
