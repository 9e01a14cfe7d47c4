package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Names of transactions that a source had, and may have given to others since it started: what it
 * and its replicas have by now shows nothing of those. Pure.
 *
 * <ol>
 *   <li>Lost is what a replica has and the source has not, and what a replica had received before
 *       the process began that runs now and the source did not have when that began.
 *   <li>Of that, names that other servers wrote, and that the source's own source has, are not
 *       lost: it fetches them again, and cannot use them for others.
 *   <li>Undecided are names of its own that it has written since, and that the replica has, too:
 *       either process may have sent them. There are none where the process before ended in order,
 *       or where all that it had sent was seen.
 * </ol>
 *
 * @param state as it was read after its replicas
 * @param atStart what it had when the first process began after the one that was watched
 * @param elsewhere what those have that it replicates from; absent where it replicates from nobody
 * @param endedInOrder whether the process that was watched was shut down, and wrote that down
 */
public record SourceNames(
    InstanceState state,
    Observed<GtidSet> atStart,
    Supplier<Observed<GtidSet>> elsewhere,
    boolean endedInOrder) {

  /**
   * @param compared what the two sets of now show, and what was undecided when that was looked at
   *     before
   * @param before what was received before the process began that runs now; empty where nobody
   *     looked
   * @param received what the replica has received by now
   */
  public LostOnSourceByReplica judge(
      LostOnSourceByReplica compared, Optional<Received> before, Observed<GtidSet> received) {
    Optional<GtidSet> shown = named(compared.lostOnSource());
    Optional<GtidSet> then =
        before
            .flatMap(known -> known.gtids().asOptional())
            .flatMap(had -> atStart.asOptional().map(had::minus))
            .filter(lost -> !lost.isEmpty());
    Optional<GtidSet> found =
        shown.isPresent() && then.isPresent()
            ? Optional.of(shown.get().union(then.get()))
            : shown.or(() -> then);
    LostOnSource lostOnSource =
        found.isPresent()
            ? withoutThoseElsewhere(found.get())
            : none(compared.lostOnSource(), before);
    return decided(compared, lostOnSource, before, received);
  }

  /** One that is away shows nothing more where all that it can have was seen. */
  private LostOnSource none(LostOnSource compared, Optional<Received> before) {
    boolean isProved =
        atStart.isKnown()
            && before.filter(known -> known.isAll() && known.gtids().isKnown()).isPresent();
    return isProved ? new LostOnSource.None() : compared;
  }

  private LostOnSource withoutThoseElsewhere(GtidSet found) {
    GtidSet own = own(found);
    GtidSet others = found.minus(own);
    if (others.isEmpty() || elsewhere.get() instanceof Observed.Absent<GtidSet>) {
      return new LostOnSource.Named(found);
    }
    return switch (elsewhere.get()) {
      case Observed.Known<GtidSet>(GtidSet kept) -> {
        GtidSet gone = others.minus(kept);
        GtidSet lost = own.union(gone);
        yield lost.isEmpty() ? new LostOnSource.None() : new LostOnSource.Named(lost);
      }
      case Observed.Absent<GtidSet> absent -> new LostOnSource.Named(found);
      case Observed.Unknown<GtidSet>(String why) ->
          own.isEmpty()
              ? new LostOnSource.Unknown(
                  "it has %s, which other servers wrote, and whether the source of this one has them is not known: %s"
                      .formatted(others, why))
              : new LostOnSource.Named(own);
    };
  }

  private LostOnSourceByReplica decided(
      LostOnSourceByReplica compared,
      LostOnSource lostOnSource,
      Optional<Received> before,
      Observed<GtidSet> received) {
    boolean isKnownWhole =
        endedInOrder || atStart.isKnown() && before.filter(Received::isAll).isPresent();
    if (isKnownWhole || !(received instanceof Observed.Known<GtidSet>(GtidSet has))) {
      return new LostOnSourceByReplica(compared.address(), compared.channel(), lostOnSource);
    }
    if (!(atStart instanceof Observed.Known<GtidSet>(GtidSet had))) {
      return new LostOnSourceByReplica(
          compared.address(),
          compared.channel(),
          lostOnSource.areFound()
              ? lostOnSource
              : new LostOnSource.Unknown(
                  "what this server had when it started is not known (%s), so it may have used GTIDs again"
                      .formatted(atStart)));
    }
    GtidSet since = has.minus(had);
    since = named(lostOnSource).map(since::minus).orElse(since);
    since = before.flatMap(known -> known.gtids().asOptional()).map(since::minus).orElse(since);
    GtidSet written = own(since);
    GtidSet undecided =
        compared.undecided().map(left -> written.minus(written.minus(left))).orElse(written);
    return new LostOnSourceByReplica(
        compared.address(),
        compared.channel(),
        lostOnSource,
        Optional.of(undecided).filter(names -> !names.isEmpty()));
  }

  /** Those that it wrote first itself. */
  public GtidSet own(GtidSet names) {
    return own(state, names);
  }

  /** The same, of a server of which nothing else is asked. */
  public static GtidSet own(InstanceState state, GtidSet names) {
    return names.writtenBy(
        state.identity().serverUuid().asOptional(),
        state.identity().serverId().asOptional().orElse(-1L));
  }

  /** What its binlogs name of those. */
  public static Observed<GtidSet> own(InstanceState state) {
    Observed<GtidSet> logged =
        state.gtid().logged().isKnown() ? state.gtid().logged() : state.gtid().executed();
    return logged.map(names -> own(state, names));
  }

  private static Optional<GtidSet> named(LostOnSource lostOnSource) {
    return lostOnSource instanceof LostOnSource.Named(GtidSet gtids)
        ? Optional.of(gtids)
        : Optional.empty();
  }
}
