package io.tutti.topology;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A replica of which the source is another server than the one that it replicated from, at the same
 * address: what the one has is nothing of the other then. Pure.
 *
 * <ol>
 *   <li>It received from there what the server there never had. What its receiver got over its
 *       channel shows that: not what the replica wrote, or got over another one.
 *   <li>What the server wrote itself does not count: it may have lost the end of that in a crash.
 *   <li>Of a server that replicates itself only names count of which it has none at all: more of
 *       the others may have come meanwhile.
 *   <li>Where a known server may have written it, the replica was read before its source: what came
 *       in between shows nothing.
 *   <li>By position, and by domains, what a replica has does not show from whom it came. There the
 *       server shows it that answered before ({@link RememberedCluster#identity}); by domains one
 *       that has all that the replica has may be a copy of that, and is taken for it.
 * </ol>
 *
 * @param source the address
 * @param replica of what answers there, as it is set
 * @param proof a sentence without its end
 */
public record Stranger(InstanceAddress source, InstanceAddress replica, String proof) {

  /** Those of one source; a replica that is marked to be rebuilt proves nothing any more. */
  public static List<Stranger> of(WorldView world, InstanceAddress source) {
    TopologySnapshot snapshot = world.topology();
    Optional<Node> above = snapshot.find(source);
    Optional<RememberedCluster> before =
        Optional.ofNullable(
            world.records().remembered().bySource().get(snapshot.keptUnder(source)));
    return snapshot.linksTo(source).stream()
        .filter(link -> world.rebuildOf(link.replica()).isEmpty())
        .flatMap(link -> above.flatMap(node -> of(snapshot, node, link, before)).stream())
        .toList();
  }

  private static Optional<Stranger> of(
      TopologySnapshot snapshot,
      Node source,
      ReplicationLink link,
      Optional<RememberedCluster> before) {
    Optional<InstanceState> above = source.state();
    Optional<InstanceState> below = snapshot.find(link.replica()).flatMap(Node::state);
    if (above.isEmpty() || below.isEmpty()) {
      return Optional.empty();
    }
    boolean wasReadFirst = !below.get().observedAt().isAfter(above.get().observedAt());
    return SourceHistory.of(above.get())
        .flatMap(history ->
            link.channel()
                .receiver()
                .retrieved()
                .asOptional()
                .flatMap(retrieved ->
                    lacked(
                        history,
                        retrieved,
                        origin -> wasReadFirst || snapshot.nodesOfUuid(origin).isEmpty())))
        .map(got ->
            "%s received %s from this address, and the server there never had that"
                .formatted(link.replica(), got))
        .or(() -> before.flatMap(known -> answersAnother(known, below.get(), link, above.get())))
        .map(proof -> new Stranger(source.address(), link.replica(), proof));
  }

  private static Optional<String> answersAnother(
      RememberedCluster known, InstanceState replica, ReplicationLink link, InstanceState source) {
    return known
        .identity()
        .filter(was -> known.has(link.replica()) && !KnownIdentity.mayBe(was, source))
        .filter(was -> mayHaveOfAnother(replica, link.channel(), source))
        .map(was ->
            "that one is known as %s, and the one that answers there now as %s"
                .formatted(was, KnownIdentity.shown(source)));
  }

  /** By auto-position the names of what it received show it. */
  private static boolean mayHaveOfAnother(
      InstanceState replica, Channel channel, InstanceState source) {
    return channel.positioning() != Positioning.AUTO_POSITION
        && !hasAllOf(source, replica, channel);
  }

  /** Where nothing bears a name nothing shows it. */
  private static boolean hasAllOf(InstanceState source, InstanceState replica, Channel channel) {
    GtidSet received = channel.receiver().retrieved().asOptional().orElse(MySqlGtidSet.EMPTY);
    return switch (source.gtid().executed().asOptional().orElse(MySqlGtidSet.EMPTY)) {
      case MySqlGtidSet names ->
          received instanceof MySqlGtidSet all
              && SourceHistory.of(source)
                  .filter(history -> history.lacks(all).isEmpty() && !history.wroteAll(all))
                  .isPresent();
      case MariaDbGtidSet position -> {
        MariaDbGtidSet all = domains(received).union(domains(replica.gtid().replicated()));
        yield SourceHistory.of(source)
            .map(history -> history.and(domains(source.gtid().replicated())))
            .filter(history -> history.lacks(all).isEmpty())
            .isPresent();
      }
    };
  }

  private static MariaDbGtidSet domains(Observed<GtidSet> set) {
    return domains(set.asOptional().orElse(MariaDbGtidSet.EMPTY));
  }

  private static MariaDbGtidSet domains(GtidSet set) {
    return set instanceof MariaDbGtidSet domains ? domains : MariaDbGtidSet.EMPTY;
  }

  /**
   * Who answers at an address, as it is to be remembered: the one before for as long as a replica
   * of that replicates from there.
   */
  static Optional<String> identity(
      WorldView world, InstanceAddress source, Optional<RememberedCluster> before) {
    TopologySnapshot now = world.topology();
    Optional<InstanceState> answers = now.find(source).flatMap(Node::currentState);
    Optional<String> was = before.flatMap(RememberedCluster::identity);
    if (was.isEmpty() || answers.isEmpty() || KnownIdentity.mayBe(was.get(), answers.get())) {
      return answers.flatMap(KnownIdentity::of).or(() -> was);
    }
    boolean isKept =
        now.linksTo(source).stream()
            .filter(link -> before.filter(known -> known.has(link.replica())).isPresent())
            .filter(link -> world.rebuildOf(link.replica()).isEmpty())
            .anyMatch(link -> mayHaveOfAnother(now, link, answers.get()));
    return isKept ? was : KnownIdentity.of(answers.get());
  }

  private static boolean mayHaveOfAnother(
      TopologySnapshot now, ReplicationLink link, InstanceState source) {
    return now.find(link.replica())
        .flatMap(Node::state)
        .filter(replica -> !mayHaveOfAnother(replica, link.channel(), source))
        .isEmpty();
  }

  private static Optional<GtidSet> lacked(
      SourceHistory history, GtidSet retrieved, Predicate<String> shows) {
    if (!(retrieved instanceof MySqlGtidSet names) || history.uuid().isEmpty()) {
      return Optional.empty();
    }
    MySqlGtidSet shown = MySqlGtidSet.EMPTY;
    for (String origin : names.origins()) {
      shown = shows.test(origin) ? shown.union(names.from(origin)) : shown;
    }
    return Optional.of(history.lacks(shown)).filter(found -> !found.isEmpty());
  }

  /** What a person can do. */
  public Remedies remedies() {
    return Remedies.of(
            "if the former server still exists: let %s replicate from the address that this has now",
            replica)
        .or(
            "if the server at %s is the right one: save what %s alone has, and %s",
            source, replica, Acts.markToRebuild(replica));
  }

  /** A part of a sentence that goes on after the name of the source. */
  public String why() {
    return "is not the server from which %s replicated: %s".formatted(replica, proof);
  }
}
