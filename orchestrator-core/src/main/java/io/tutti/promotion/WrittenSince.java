package io.tutti.promotion;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.SourceNames;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;
import java.util.Optional;

/**
 * What a source acknowledged between its restart and the moment at which it is fenced, and the one
 * that takes its place has not: it is lost with the source. Pure.
 *
 * <ol>
 *   <li>By name: what the source has executed, without what it had at its start.
 *   <li>Without what the successor has. A name that the source lost before says nothing of that, as
 *       the source may have given it to another transaction since.
 * </ol>
 *
 * @param source as it was read for this plan
 * @param atStart what it had when it began
 * @param lostOnSource what replicas have that it lost, as it was found out
 */
public record WrittenSince(
    InstanceState source, Observed<GtidSet> atStart, List<LostOnSourceByReplica> lostOnSource) {

  /** Empty set where there is nothing; absent where it replicates without GTIDs. */
  Observed<GtidSet> lackedBy(Observed<Has> successor) {
    return source
        .gtid()
        .executed()
        .flatMap(now -> atStart.map(now::minus))
        .map(since -> SourceNames.own(source, since))
        .flatMap(since ->
            since.isEmpty()
                ? Observed.known(since)
                : successor.flatMap(has ->
                    has instanceof Has.Named(GtidSet names)
                        ? Observed.known(since.minus(lost().map(names::minus).orElse(names)))
                        : Observed.absent("the successor replicates by position")));
  }

  private Optional<GtidSet> lost() {
    return lostOnSource.stream()
        .map(LostOnSourceByReplica::lostOnSource)
        .filter(LostOnSource.Named.class::isInstance)
        .map(each -> ((LostOnSource.Named) each).gtids())
        .reduce(GtidSet::union);
  }

  /** What a person is to know before agreeing. Empty where nothing is lacked. */
  public Optional<String> note(InstanceState successor, Observed<Has> has) {
    String kept =
        "They stay in the binlogs of %s until it is rebuilt. It may write more until it is fenced."
            .formatted(source.address());
    return switch (lackedBy(has)) {
      case Observed.Known<GtidSet>(GtidSet lacked) when lacked.isEmpty() -> Optional.empty();
      case Observed.Known<GtidSet>(GtidSet lacked) ->
          Optional.of(
              "%s wrote %s after its restart that %s has not received, and will not have: %s. %s"
                  .formatted(source.address(), counted(lacked), successor.address(), lacked, kept));
      case Observed.Absent<GtidSet>(String why) -> Optional.of(unknown(successor, why));
      case Observed.Unknown<GtidSet>(String why) -> Optional.of(unknown(successor, why));
    };
  }

  /** So many transactions, where their names show how many. */
  public static String counted(GtidSet names) {
    long count = names.transactionCount().orElse(0);
    return switch (Math.toIntExact(Math.min(count, 2))) {
      case 0 -> "transactions";
      case 1 -> "1 transaction";
      default -> count + " transactions";
    };
  }

  private String unknown(InstanceState successor, String why) {
    return "What %s wrote after its restart and %s has not received, if anything, is not known: %s. It stays in the binlogs of %s until it is rebuilt."
        .formatted(source.address(), successor.address(), why, source.address());
  }
}
