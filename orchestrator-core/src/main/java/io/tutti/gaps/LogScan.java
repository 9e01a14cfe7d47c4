package io.tutti.gaps;

import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where transactions begin and end in the listed events of a log, as an applier counts them:
 * from BEGIN to COMMIT, and a statement without BEGIN by itself. For one thread.
 */
public final class LogScan {
  /** Events of the log itself, which are part of no transaction. */
  private static final Set<String> OF_THE_LOG =
      Set.of(
          "Format_desc",
          "Previous_gtids",
          "Rotate",
          "Stop",
          "Heartbeat",
          "Gtid_list",
          "Binlog_checkpoint",
          "Start_encryption");

  /** A whole transaction in one event, whose events are listed after it (MySQL 8.0.20 on). */
  private static final String COMPRESSED = "Transaction_payload";

  private static final Set<String> NAMING = Set.of("Gtid", "Anonymous_Gtid", "Gtid_tagged");

  /** {@code SET @@SESSION.GTID_NEXT= '3e11fa47-…:7'}. */
  private static final Pattern UUID_GTID = Pattern.compile("GTID_NEXT= *'([^']*:[^']*)'.*");

  /** {@code BEGIN GTID 1-21-3 cid=14}, and {@code GTID 0-21-6} for a statement by itself. */
  private static final Pattern DOMAIN_GTID = Pattern.compile("(.*)GTID (\\d+-\\d+-\\d+).*");

  /** {@code binlog.000002;pos=4}. */
  private static final Pattern NEXT_FILE = Pattern.compile("([^;]+\\.\\d+);pos=(\\d+)");

  private final Log log;
  private final Consumer<ListedTransaction> listener;
  private final List<LoggedTransaction> transactions = new ArrayList<>();

  /** Of the transaction that is not closed yet. */
  private final List<LogEvent> events = new ArrayList<>();

  /** In the source's binlog. */
  private Optional<BinlogPosition> reached;

  /** Whether {@link #reached} is what a rotation named, and events may have been left out there. */
  private boolean isNamed;

  /** The first event of the transaction, while its beginning is only named. */
  private Optional<LogEvent> measured = Optional.empty();

  /** The end of the newest event of a transaction. */
  private BinlogPosition newest = new BinlogPosition("none.0", 0);

  /** Where the log goes back to a place before the one it had come to. */
  private Optional<BinlogPosition> wentBackTo = Optional.empty();

  private Optional<BinlogPosition> nextFile = Optional.empty();
  private Optional<BinlogPosition> begin = Optional.empty();
  private Optional<Gtid> gtid = Optional.empty();
  private boolean isBegun;
  private boolean isAtomic;

  /**
   * @param from where the first event is in the source's binlog; empty where a relay log is read
   *     from its beginning, as it shows that itself
   */
  public LogScan(Log log, Optional<BinlogPosition> from) {
    this(log, from, listed -> {});
  }

  /**
   * @param from as above
   * @param listener is handed each whole transaction with its events
   */
  public LogScan(Log log, Optional<BinlogPosition> from, Consumer<ListedTransaction> listener) {
    this.log = log;
    this.reached = from;
    this.listener = listener;
  }

  /** Takes the next event of the log. */
  public void add(LogEvent event) {
    if (event.type().equals("Rotate")) {
      rotate(event);
    } else if (!OF_THE_LOG.contains(event.type())) {
      take(event);
    }
  }

  /**
   * In a relay log the rotations of the source are between its own; those name a file like the one
   * that they are in.
   */
  private void rotate(LogEvent event) {
    Matcher next = NEXT_FILE.matcher(event.info());
    if (!next.matches()) {
      return;
    }
    BinlogPosition to = new BinlogPosition(next.group(1), Long.parseLong(next.group(2)));
    boolean isOwn = to.baseName().equals(event.at().baseName());
    if (isOwn) {
      nextFile = Optional.of(to);
    }
    if (!isOwn || log == Log.BINARY) {
      if (wentBackTo.isEmpty()
          && reached
              .filter(at -> to.relationTo(at) == BinlogPosition.Relation.BEFORE)
              .isPresent()) {
        wentBackTo = Optional.of(to);
      }
      reached = Optional.of(to);
      isNamed = log == Log.RELAY;
    }
  }

  private void take(LogEvent event) {
    measured.ifPresent(first -> measure(first, event));
    if (isName(event)) {
      close();
      gtid = gtidOf(event.info());
    }
    events.add(event);
    if (begin.isEmpty()) {
      begin = Optional.of(log == Log.BINARY ? event.at() : reached.orElse(event.at()));
      measured = isNamed ? Optional.of(event) : Optional.empty();
      isNamed = false;
    }
    String file =
        log == Log.BINARY ? event.at().file() : reached.map(BinlogPosition::file).orElse("");
    reached =
        file.isEmpty()
            ? Optional.empty()
            : Optional.of(new BinlogPosition(file, event.endPosition()));
    newest = reached.orElse(event.at());
    isBegun |= beginsTransaction(event);
    isAtomic |= event.type().equals("Xid") || event.type().equals(COMPRESSED);
    if (endsTransaction(event) || (!isBegun && isStatement(event))) {
      close();
    }
  }

  /**
   * A source that is asked for what comes after a GTID names the beginning of the file, whatever it
   * leaves out. Where an event begins is reported by where it ends and how long it is.
   */
  private void measure(LogEvent first, LogEvent second) {
    measured = Optional.empty();
    long place = first.endPosition() - (second.at().position() - first.at().position());
    begin =
        begin.map(named ->
            first.at().file().equals(second.at().file()) && place > named.position()
                ? new BinlogPosition(named.file(), place)
                : named);
  }

  /** Whether an event is the log's own, and part of no transaction. */
  public static boolean isOfTheLog(LogEvent event) {
    return OF_THE_LOG.contains(event.type());
  }

  /** Whether an event names the transaction that it begins; with GTIDs each begins so. */
  public static boolean isName(LogEvent event) {
    return NAMING.contains(event.type());
  }

  private static boolean isStatement(LogEvent event) {
    return !isName(event);
  }

  /**
   * Some releases say it in a statement, others beside the name: {@code XA START X'78',X'',1 GTID
   * …}.
   */
  private static boolean beginsTransaction(LogEvent event) {
    String info = event.info();
    boolean isNamed = isName(event);
    return event.type().equals(COMPRESSED)
        || ((event.isQuery() || isNamed) && info.startsWith("XA START"))
        || (event.isQuery() && info.equals("BEGIN"))
        || (isNamed && info.startsWith("BEGIN"));
  }

  private static boolean endsTransaction(LogEvent event) {
    String info = event.info();
    return event.type().equals("Xid")
        || event.type().equals("XA_prepare")
        || (event.isQuery()
            && (info.equals("COMMIT")
                || info.equals("ROLLBACK")
                || info.startsWith("XA ROLLBACK")));
  }

  private static Optional<Gtid> gtidOf(String info) {
    Matcher uuid = UUID_GTID.matcher(info);
    if (uuid.find()) {
      return Optional.of(Gtid.parse(uuid.group(1)));
    }
    Matcher domain = DOMAIN_GTID.matcher(info);
    return domain.find() ? Optional.of(Gtid.parse(domain.group(2))) : Optional.empty();
  }

  private void close() {
    begin.ifPresent(from -> {
      LoggedTransaction whole = new LoggedTransaction(from, newest, gtid, isAtomic);
      transactions.add(whole);
      listener.accept(new ListedTransaction(whole, events));
    });
    events.clear();
    measured = Optional.empty();
    begin = Optional.empty();
    gtid = Optional.empty();
    isBegun = false;
    isAtomic = false;
  }

  /** Up to where in the source's binlog events were seen, those of half a transaction, too. */
  public Optional<BinlogPosition> reached() {
    return reached;
  }

  /** Whether the end of the newest transaction was not seen yet. */
  public boolean isWithinTransaction() {
    return begin.isPresent();
  }

  /** Where the log begins again with what it held before; empty when it does not. */
  public Optional<BinlogPosition> wentBackTo() {
    return wentBackTo;
  }

  /** The whole transactions so far. */
  public List<LoggedTransaction> transactions() {
    return List.copyOf(transactions);
  }

  /** Whether the newest whole transaction ends there or later. */
  public boolean hasReached(BinlogPosition position) {
    return !transactions.isEmpty()
        && transactions.getLast().end().relationTo(position).isAtOrAfter();
  }

  /** Where the log continues, when its file has ended; reported once. */
  public Optional<BinlogPosition> takeNextFile() {
    Optional<BinlogPosition> next = nextFile;
    nextFile = Optional.empty();
    return next;
  }
}
