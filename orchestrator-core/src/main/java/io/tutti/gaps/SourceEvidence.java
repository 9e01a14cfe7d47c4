package io.tutti.gaps;

import io.tutti.gaps.SameBinlog.Other;
import io.tutti.gaps.SameBinlog.Same;
import io.tutti.gaps.SameBinlog.Unproved;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By what it is known whether a source's binlog is still the one that a replica received from.
 * Pure.
 *
 * <ol>
 *   <li>Another {@code server_uuid} is another server.
 *   <li>Something else, or nothing, where the replica has something: another binlog.
 *   <li>The newest that the replica has of it is there: the same, as a binlog only grows.
 *   <li>Nothing could be compared: not proved. That its file was begun after all that the replica's
 *       own binlog has of it speaks against it, and is no proof, as the end of that may be lost.
 * </ol>
 *
 * @param uuidThen of the server that it was received from
 * @param uuidNow of the server that answers now
 * @param begun when the file was begun in which the place is, by the source's clock
 * @param newest when the newest transaction was written that the replica's own binlog has of that
 *     source, by the source's clock
 * @param compared what the replica has, beside what is there now
 * @param notes why something was not compared
 */
public record SourceEvidence(
    Observed<String> uuidThen,
    Observed<String> uuidNow,
    Observed<Instant> begun,
    Observed<Instant> newest,
    List<Compared> compared,
    List<String> notes) {

  /**
   * What must be the same.
   *
   * @param end where it ends in the source's binlog
   * @param known what the replica has
   * @param there what the source has there; absent where there is nothing that ends there
   */
  public record Compared(BinlogPosition end, String known, Observed<String> there) {
    boolean isOther() {
      return there instanceof Observed.Absent || (there.isKnown() && !there.is(known));
    }

    @Override
    public String toString() {
      return "at %s the replica has %s, and its source %s"
          .formatted(
              end,
              known,
              there instanceof Observed.Absent<String>(String why)
                  ? "nothing that ends there (%s)".formatted(why)
                  : there);
    }
  }

  public SourceEvidence {
    compared = List.copyOf(compared);
    notes = List.copyOf(notes);
  }

  public SameBinlog judge() {
    if (uuidThen instanceof Observed.Known<String>(String then)
        && uuidNow instanceof Observed.Known<String>(String now)
        && !then.equalsIgnoreCase(now)) {
      return new Other(
          "it was received from the server %s, and the one that answers is %s"
              .formatted(then, now));
    }
    Optional<Compared> other = compared.stream().filter(Compared::isOther).findFirst();
    if (other.isPresent()) {
      return new Other(other.get() + begunLater());
    }
    return compared.stream()
        .filter(each -> each.there().isKnown())
        .findFirst()
        .<SameBinlog>map(same -> new Same("at %s both have %s".formatted(same.end(), same.known())))
        .orElseGet(() -> new Unproved(unproved(), isBegunLater(), isUnread()));
  }

  private boolean isUnread() {
    return uuidNow instanceof Observed.Unknown
        || compared.stream().anyMatch(each -> each.there() instanceof Observed.Unknown);
  }

  private String unproved() {
    List<String> unread =
        compared.stream()
            .map(each -> "at %s there is %s".formatted(each.end(), each.there()))
            .toList();
    String why = String.join("; ", Stream.concat(notes.stream(), unread.stream()).toList());
    return (why.isEmpty() ? "the replica has nothing to compare it with" : why) + begunLater();
  }

  private boolean isBegunLater() {
    return begun instanceof Observed.Known<Instant>(Instant file)
        && newest instanceof Observed.Known<Instant>(Instant last)
        && file.isAfter(last);
  }

  private String begunLater() {
    return isBegunLater()
        ? "; that file was begun at %s, after the newest that the replica's own binlog has of it (%s)"
            .formatted(begun, newest)
        : "";
  }
}
