package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What servers have of one source: what came from it, by the channel from it, of the origins that
 * its own history has ({@link SourceHistory}). What its replicas wrote themselves ({@link Errant}),
 * received over other channels, or have from a former source did not come from it, so it is left
 * out, of each of them. Pure.
 *
 * @param foreign what its replicas have from elsewhere, under names that its own history may have;
 *     empty when nothing is known
 * @param history of the source; empty where that was never read
 */
public record OfSource(Optional<GtidSet> foreign, Optional<SourceHistory> history) {
  /** All that a server has, wherever it came from. */
  public static final OfSource ANY = new OfSource(Optional.empty(), Optional.empty());

  /** What is known of a source and its replicas, however old. */
  public static OfSource of(TopologySnapshot snapshot, InstanceAddress source) {
    Optional<InstanceState> above = snapshot.find(source).flatMap(Node::state);
    return new OfSource(
        snapshot.linksTo(source).stream()
            .flatMap(link ->
                snapshot.find(link.replica()).flatMap(Node::state).stream()
                    .flatMap(replica -> foreign(replica, link.channel(), above)))
            .filter(found -> !found.isEmpty())
            .reduce(GtidSet::union),
        above.flatMap(SourceHistory::of));
  }

  private static Stream<GtidSet> foreign(
      InstanceState replica, Channel from, Optional<InstanceState> source) {
    return Stream.concat(
        source.map(state -> Errant.of(replica, state)).stream()
            .flatMap(found -> found.asOptional().stream()),
        elsewhere(replica, from, source).stream());
  }

  /** What other channels brought, and this one did not. */
  private static Optional<GtidSet> elsewhere(
      InstanceState replica, Channel from, Optional<InstanceState> source) {
    if (source
            .map(state -> state.gtid().executed())
            .flatMap(Observed::asOptional)
            .orElse(MySqlGtidSet.EMPTY)
        instanceof MariaDbGtidSet) {
      return Optional.empty();
    }
    List<Channel> others =
        replica.knownChannels().stream().filter(each -> !each.name().equals(from.name())).toList();
    GtidSet brought = MySqlGtidSet.EMPTY;
    for (Channel other : others) {
      brought = brought.union(byName(other.receiver().retrieved()));
      if (source.isEmpty()) {
        brought = brought.union(writtenBy(replica, other));
      }
    }
    brought = brought.minus(byName(from.receiver().retrieved()));
    return Optional.of(
            source
                .map(state -> byName(state.gtid().executed()))
                .map(brought::minus)
                .orElse(brought))
        .filter(found -> !found.isEmpty());
  }

  private static GtidSet writtenBy(InstanceState replica, Channel other) {
    GtidSet executed = byName(replica.gtid().executed());
    return executed.origins().stream()
        .filter(
            origin -> other.sourceUuid().asOptional().filter(origin::equalsIgnoreCase).isPresent())
        .map(executed::from)
        .reduce(MySqlGtidSet.EMPTY, GtidSet::union);
  }

  /** In the domain family all channels begin with all that a server has. */
  private static GtidSet byName(Observed<GtidSet> set) {
    return set.asOptional().filter(MySqlGtidSet.class::isInstance).orElse(MySqlGtidSet.EMPTY);
  }

  /** What a replica has received or executed. */
  public Observed<Has> has(InstanceState state, Channel channel) {
    return has(state.gtid(), channel);
  }

  /** The same. */
  public Observed<Has> has(GtidState gtid, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.receiver().read().map(Has.UpTo::new)
        : executed(gtid)
            .flatMap(executed ->
                channel
                    .receiver()
                    .retrieved()
                    .map(retrieved ->
                        new Has.Named(executed.union(left(received(gtid, retrieved))))));
  }

  private GtidSet received(GtidState gtid, GtidSet retrieved) {
    return history.map(each -> each.receivedOf(gtid, retrieved)).orElse(retrieved);
  }

  Observed<Has> applied(InstanceState state, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.applier().executed().map(Has.UpTo::new)
        : executed(state.gtid()).map(Has.Named::new);
  }

  /** What a server has executed of it. */
  public Observed<GtidSet> executed(GtidState gtid) {
    return gtid.executed()
        .map(all ->
            switch (all) {
              case MySqlGtidSet names -> left(of(gtid, names));
              case MariaDbGtidSet position -> executed(gtid, position);
            });
  }

  private GtidSet of(GtidState gtid, GtidSet executed) {
    return history.map(each -> each.executedOf(gtid, executed)).orElse(executed);
  }

  /** A newer transaction of its own hides how far it came in that domain: it is distinguished. */
  private GtidSet executed(GtidState gtid, MariaDbGtidSet position) {
    GtidSet left = left(position);
    return of(gtid, gtid.replicated().asOptional().map(left::union).orElse(left));
  }

  private GtidSet left(GtidSet all) {
    return switch (all) {
      case MySqlGtidSet names ->
          foreign.filter(MySqlGtidSet.class::isInstance).<GtidSet>map(names::minus).orElse(names);
      case MariaDbGtidSet position -> {
        MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
        for (MariaDbGtid each : position.gtids()) {
          left = isForeign(each) ? left : left.with(each);
        }
        yield left;
      }
    };
  }

  private boolean isForeign(MariaDbGtid gtid) {
    return foreign.orElse(MariaDbGtidSet.EMPTY) instanceof MariaDbGtidSet listed
        && listed.gtids().contains(gtid);
  }

  /** What the source itself had executed, as it was read. */
  Optional<GtidSet> ofSource() {
    return history
        .map(SourceHistory::known)
        .map(this::left)
        .map(known -> known instanceof MariaDbGtidSet domains ? domains.heads() : known);
  }

  /**
   * Whether a server has nothing that came from this source, so that it was never a replica of it,
   * and cannot have its place. What is not known is no.
   */
  public boolean hasNothing(InstanceState other) {
    return ofSource().filter(own -> !own.isEmpty()).isPresent()
        && executed(other.gtid()).asOptional().filter(GtidSet::isEmpty).isPresent()
        && other.gtid().executed().asOptional().filter(all -> !all.isEmpty()).isPresent();
  }

  /** Whether a server is known to have executed these. */
  public boolean hasExecuted(GtidState gtid, GtidSet wanted) {
    return executed(gtid).asOptional().filter(all -> all.contains(wanted)).isPresent();
  }

  @Override
  public String toString() {
    return "%s%s"
        .formatted(
            history.map(each -> each.known().toString()).orElse(""),
            foreign.map(each -> " without " + each).orElse(""));
  }
}
