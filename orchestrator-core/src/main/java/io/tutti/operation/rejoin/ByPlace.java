package io.tutti.operation.rejoin;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.errant.FormerTransactions;
import io.tutti.operation.gaps.LogWalk;
import io.tutti.operation.promotion.PromotedAt;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a server without GTIDs that lost its place can replicate from who took it, and from where
 * on.
 *
 * <ol>
 *   <li>The operation that promoted the other one kept up to where it had applied the binlog of
 *       this one, and where its own binlog ended before anybody wrote to it.
 *   <li>The binlog of this one reaches there, so it has lost nothing, and no transaction follows
 *       there, so it has nothing more.
 *   <li>The other one still has its binlog from that place on.
 *   <li>Neither has begun its binlogs again since: the same names would be of other files.
 * </ol>
 *
 * @param promoted empty where nothing is kept
 */
record ByPlace(Homecoming home, Optional<PromotedAt> promoted, Session here, Session there) {
  /** So many transactions that it has more are named with their rows. */
  private static final int NAMED_MAX = 5;

  private InstanceAddress former() {
    return home.former().address();
  }

  private InstanceAddress source() {
    return home.source().address();
  }

  /** From where in the source's binlog on. */
  BinlogPosition place() {
    return promoted.flatMap(PromotedAt::began).orElseThrow();
  }

  /** The first that is against it. */
  Optional<Against> against(Deadline deadline) {
    return switch (more(deadline)) {
      case Observed.Known<List<LoggedTransaction>>(var more) when more.isEmpty() ->
          ofSource(deadline);
      case Observed.Known<List<LoggedTransaction>>(var more) ->
          Optional.of(hasMore(more, promoted.flatMap(PromotedAt::had).orElseThrow(), deadline));
      case Observed.Absent<List<LoggedTransaction>>(String why) -> against(why);
      case Observed.Unknown<List<LoggedTransaction>>(String why) -> against(why);
    };
  }

  private Optional<Against> against(String why) {
    return Optional.of(new Against(why.replaceAll("\\.$", ""), home.copied()));
  }

  /** What follows in its binlog after the place up to which the other one has that. */
  Observed<List<LoggedTransaction>> more(Deadline deadline) {
    Optional<String> notKept = notKept();
    if (notKept.isPresent()) {
      return Observed.unknown(notKept.get());
    }
    try {
      return own(promoted.flatMap(PromotedAt::had).orElseThrow(), deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(unread(e));
    }
  }

  private static String unread(OrchestratorException e) {
    return "their binlogs could not be read: " + e.observed();
  }

  /** Why no places in the two binlogs are known that belong together. */
  private Optional<String> notKept() {
    if (promoted.isEmpty()) {
      return Optional.of(
          "it has no GTIDs, and no operation is kept that gave its place to %s: nothing shows what of its transactions that has"
              .formatted(source()));
    }
    Optional<String> another =
        home.world().fenceOf(former()).flatMap(fence -> fence.ofAnother(home.former()));
    if (another.isPresent()) {
      return another;
    }
    PromotedAt then = promoted.get();
    if (!home.world().topology().keptUnder(then.successor()).equals(source())) {
      return Optional.of(
          "it has no GTIDs, and %s took its place in operation %s, not %s: nothing shows what of its transactions that has"
              .formatted(then.successor(), then.operation(), source()));
    }
    return then.had().isEmpty() || then.began().isEmpty()
        ? Optional.of(
            "it has no GTIDs, and operation %s, which gave its place to %s, kept no places in their binlogs"
                .formatted(then.operation(), source()))
        : Optional.empty();
  }

  private Observed<List<LoggedTransaction>> own(BinlogPosition had, Deadline deadline) {
    List<LogFile> files = here.logs().files(deadline);
    int first = indexOf(files, had);
    if (first < 0 || files.get(first).bytes() < had.position()) {
      return Observed.unknown(
          "%s has its binlog up to %s, and that place is not in its binlogs now: it may have lost transactions that %s has, or begun its binlogs again"
              .formatted(source(), had, source()));
    }
    Optional<String> rewritten = rewritten(here, former(), had, deadline);
    if (rewritten.isPresent()) {
      return Observed.unknown(rewritten.get());
    }
    List<LoggedTransaction> more = new ArrayList<>();
    for (LogFile file : files.subList(first, files.size())) {
      BinlogPosition from =
          file.name().equals(had.file()) ? had : BinlogPosition.firstOf(file.name());
      Observed<List<LoggedTransaction>> walked = walk(from, file.bytes(), deadline);
      if (!(walked instanceof Observed.Known<List<LoggedTransaction>>(var found))) {
        return walked;
      }
      found.stream().filter(each -> !more.contains(each)).forEach(more::add);
    }
    return Observed.known(List.copyOf(more));
  }

  /** Of one file: a crash leaves no word of the next one at its end. */
  private Observed<List<LoggedTransaction>> walk(
      BinlogPosition from, long bytes, Deadline deadline) {
    if (bytes <= from.position()) {
      return Observed.known(List.of());
    }
    LogScan scan = new LogScan(Log.BINARY, Optional.of(from));
    Observed<List<LoggedTransaction>> walked =
        new LogWalk(here.logs(), Log.BINARY, "")
            .walk(scan, Optional.of(from), each -> false, deadline);
    return walked.isKnown() && !scan.isWithinTransaction()
        ? walked
        : Observed.unknown(
            "what its binlog has from %s on is %s"
                .formatted(from, walked.isKnown() ? "half a transaction at its end" : walked));
  }

  private Against hasMore(List<LoggedTransaction> more, BinlogPosition had, Deadline deadline) {
    return new Against(
        "it has %s after %s, up to which %s has its binlog: %s"
            .formatted(
                more.size() == 1 ? "1 transaction" : more.size() + " transactions",
                had,
                source(),
                String.join("; ", named(more, deadline))),
        Remedies.of(
                "to keep them: write their rows again on %s, and then copy that over %s as well",
                source(), former())
            .or(home.copied()));
  }

  private List<String> named(List<LoggedTransaction> more, Deadline deadline) {
    List<String> named = new ArrayList<>();
    for (LoggedTransaction each : more.stream().limit(NAMED_MAX).toList()) {
      named.add("%s: %s".formatted(each, rows(each, deadline)));
    }
    if (more.size() > NAMED_MAX) {
      named.add("%d of %d are listed".formatted(NAMED_MAX, more.size()));
    }
    return named;
  }

  private String rows(LoggedTransaction transaction, Deadline deadline) {
    try {
      WrittenTransaction written = here.binlog().readTransaction(transaction, deadline);
      return String.join(", ", FormerTransactions.lines(written));
    } catch (OrchestratorException e) {
      return "its rows could not be read: " + e.observed().replaceAll("\\.$", "");
    }
  }

  private Optional<Against> ofSource(Deadline deadline) {
    BinlogPosition began = place();
    try {
      return (isIn(there.logs(), began, deadline)
              ? rewritten(there, source(), began, deadline)
              : Optional.of(
                  "the binlog of %s from %s on, where it took the place, is not there any more"
                      .formatted(source(), began)))
          .flatMap(this::against);
    } catch (OrchestratorException e) {
      return against(unread(e));
    }
  }

  private static boolean isIn(LogReader logs, BinlogPosition place, Deadline deadline) {
    List<LogFile> files = logs.files(deadline);
    int index = indexOf(files, place);
    return index >= 0
        && (files.get(index).bytes() == place.position()
            || files.get(index).bytes() > place.position()
                && !logs.list(Log.BINARY, "", Optional.of(place), 1, deadline).isEmpty());
  }

  private Optional<String> rewritten(
      Session session, InstanceAddress server, BinlogPosition place, Deadline deadline) {
    Instant promotedAt = promoted.orElseThrow().at();
    Observed<Instant> begun = session.binlog().begunAt(place.file(), deadline);
    return begun.asOptional().filter(at -> !at.isAfter(promotedAt)).isPresent()
        ? Optional.empty()
        : Optional.of(
            "binlog %s of %s is to have been there at %s, and when it was begun is %s: it may be another file of the same name"
                .formatted(place.file(), server, promotedAt, begun));
  }

  private static int indexOf(List<LogFile> files, BinlogPosition place) {
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).name().equals(place.file())) {
        return i;
      }
    }
    return -1;
  }

  /** What a plan says of it. */
  String note() {
    return "%s has the binlog of %s up to %s, as was kept with operation %s, and no transaction follows there. %s begins at %s, where the binlog of %s ended before anybody wrote to it."
        .formatted(
            source(),
            former(),
            promoted.flatMap(PromotedAt::had).orElseThrow(),
            promoted.map(PromotedAt::operation).orElseThrow(),
            former(),
            place(),
            source());
  }

  /** The end of its own binlog, as it was read. */
  BinlogPosition end() {
    return home.former()
        .binlog()
        .position()
        .asOptional()
        .orElseThrow(() ->
            RejoinRefusal.of(
                former(),
                "where its binlog ends is " + home.former().binlog().position(),
                Remedies.of(Acts.showInstance(former()))));
  }
}
