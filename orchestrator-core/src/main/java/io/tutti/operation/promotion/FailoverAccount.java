package io.tutti.operation.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Has;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
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
   * @param readAt when it was read last, where it does not answer since
   */
  public record Server(
      InstanceAddress server,
      String received,
      boolean isOld,
      Optional<String> has,
      Optional<Loss> loss,
      Optional<Instant> readAt) {
    public Server {
      // Operations that an older controller kept have none.
      readAt = Objects.requireNonNullElse(readAt, Optional.empty());
    }

    Server(
        InstanceAddress server,
        String received,
        boolean isOld,
        Optional<String> has,
        Optional<Loss> loss) {
      this(server, received, isOld, has, loss, Optional.empty());
    }

    @Override
    public String toString() {
      if (isOld) {
        return "%s had received %s when it was read last, and %s. What it wrote or received after %s, and nobody else received, is unknown."
            .formatted(
                server,
                named(received),
                ofThat(),
                readAt.map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("that"));
      }
      return has.map(now ->
              "%s had received %s, has %s now, and %s."
                  .formatted(
                      server,
                      named(received),
                      named(now),
                      loss.map("%s is lost"::formatted)
                          .orElse("whether something is lost is not known")))
          .orElseGet(() ->
              "%s had received %s, and %s. What it has now is not known."
                  .formatted(server, named(received), ofThat()));
    }

    private String ofThat() {
      return loss.map("%s of that is lost"::formatted)
          .orElse("whether something of that is lost is not known");
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
