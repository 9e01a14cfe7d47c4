package io.tutti.operation.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What each server had received of a source that was lost, what it has now, and what of it is lost:
 * what its new source has not.
 */
public record FailoverAccount(List<Server> servers) {
  public FailoverAccount {
    servers = List.copyOf(servers);
  }

  /**
   * One of them.
   *
   * @param received GTIDs, or how far in the binlog of the source
   * @param isOld whether that was seen when it was read last: it does not answer since
   * @param has GTIDs, or how far in the binlog of the source; empty where it is not known
   * @param loss of what it had received; empty where it is not known
   */
  public record Server(
      InstanceAddress server,
      String received,
      boolean isOld,
      Optional<String> has,
      Optional<Loss> loss) {

    @Override
    public String toString() {
      return "%s had received %s%s, %s, %s."
          .formatted(
              server,
              named(received),
              isOld ? " when it was read last" : "",
              has.map(now -> "has %s now".formatted(named(now)))
                  .orElse("what it has now is not known"),
              loss.map(each -> "and %s is lost".formatted(each))
                  .orElse("and whether something is lost is not known"));
    }

    /** Of a set without GTIDs there is nothing to be read. */
    private static String named(String gtids) {
      return gtids.isEmpty() ? "nothing" : gtids;
    }
  }

  /**
   * What is lost.
   *
   * @param what names it; empty for nothing
   * @param transactions empty where names do not show how many; by MariaDB's sequence numbers not
   *     more than that
   */
  public record Loss(Optional<String> what, Optional<Long> transactions) {
    static final Loss NOTHING = new Loss(Optional.empty(), Optional.of(0L));

    /** What a server had, and its new source has not. */
    static Optional<Loss> of(Has had, Has kept) {
      return switch (had) {
        case Has.Named(GtidSet names) when kept instanceof Has.Named(GtidSet all) ->
            Optional.of(all.contains(names) ? NOTHING : named(names, all));
        case Has.UpTo(var place) when kept instanceof Has.UpTo(var end) ->
            Optional.of(
                end.relationTo(place).isAtOrAfter()
                    ? NOTHING
                    : new Loss(
                        Optional.of("what is after %s, up to %s".formatted(end, place)),
                        Optional.empty()));
        default -> Optional.empty();
      };
    }

    private static Loss named(GtidSet had, GtidSet kept) {
      OptionalLong count = had.countBeyond(kept);
      return new Loss(
          Optional.of(had.minus(kept).toString()),
          count.isPresent() ? Optional.of(count.getAsLong()) : Optional.empty());
    }

    @Override
    public String toString() {
      return what.map(names -> names + transactions.map(" (%d transactions)"::formatted).orElse(""))
          .orElse("nothing");
    }
  }
}
