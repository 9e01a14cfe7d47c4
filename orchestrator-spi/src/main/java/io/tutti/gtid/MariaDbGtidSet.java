package io.tutti.gtid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What a MariaDB server has reached in each of its domains.
 *
 * <p>Two shapes share this type. A <i>position</i> (gtid_slave_pos, gtid_binlog_pos,
 * gtid_current_pos) lists one GTID per domain; a <i>state</i> (gtid_binlog_state) lists one per
 * domain and server id, and its newest GTID of each domain, the <i>head</i>, is that domain's
 * position.
 *
 * <p>Meaning: a domain is one ordered stream with ascending sequence numbers, so a position implies
 * everything before it in its domain, whoever wrote it. Of a domain whose highest listed sequence
 * is n, the set contains every GTID below n, and of the GTIDs numbered n those that are listed.
 * Hence
 *
 * <ul>
 *   <li>{@code 0-1-7} is within {@code 0-1-8}, {@code 0-2-8}, {@code 0-1-8,0-2-3} and {@code
 *       0-1-8,1-2-3}; listing more never takes anything away;
 *   <li>{@code 0-1-8} and {@code 0-2-8} are OVERLAPPING: two servers have each written the eighth
 *       transaction of domain 0, the domain has diverged, and neither contains the other;
 *   <li>{@code 0-1-8} and {@code 0-1-8,0-2-3} are EQUAL under {@link #relationTo} though not {@code
 *       equals}, which compares what is listed.
 * </ul>
 *
 * <p>A divergence that one side has since outrun ({@code 0-2-5} against {@code 0-2-3,0-1-8}) is
 * invisible to that meaning, by design: no position could show it. Given the other server's
 * gtid_binlog_state, {@link #notLoggedIn} shows it.
 *
 * <p>Not modelled: domains whose numbers go back, which servers only produce with
 * gtid_strict_mode=OFF. Such a server takes the GTID it logged last for its position, and lists it
 * last in gtid_binlog_state, though its number is not the highest (11.4.5: after {@code
 * gtid_binlog_state='0-1-8,0-2-3'} gtid_binlog_pos is {@code 0-2-3}; here the head is {@code
 * 0-1-8}). Read gtid_binlog_pos there, and do not write a parsed state back.
 *
 * <p>Canonical text: ascending by domain, then sequence, then server, so the head of each domain is
 * last in it, which is where the server looks for it when gtid_binlog_state is set.
 */
public final class MariaDbGtidSet implements GtidSet {

  /** The set without transactions, which a fresh server reports as an empty text. */
  public static final MariaDbGtidSet EMPTY = new MariaDbGtidSet(List.of());

  private static final Comparator<MariaDbGtid> CANONICAL =
      Comparator.comparingLong(MariaDbGtid::domain)
          .thenComparingLong(MariaDbGtid::sequence)
          .thenComparingLong(MariaDbGtid::server);

  private static final Comparator<MariaDbGtid> NEWEST_PER_SERVER =
      Comparator.comparingLong(MariaDbGtid::domain)
          .thenComparingLong(MariaDbGtid::server)
          .thenComparing(Comparator.comparingLong(MariaDbGtid::sequence).reversed());

  /** In canonical order, one per domain and server. */
  private final List<MariaDbGtid> gtids;

  private MariaDbGtidSet(List<MariaDbGtid> gtids) {
    this.gtids = gtids;
  }

  /**
   * Reads a comma-separated list in any order, with or without blanks; of several GTIDs of one
   * domain and server the newest counts.
   *
   * @throws IllegalArgumentException naming the offset and what was expected there
   */
  public static MariaDbGtidSet parse(String text) {
    TextCursor cursor = new TextCursor("MariaDB GTID list", text);
    List<MariaDbGtid> read = new ArrayList<>();
    cursor.skipBlanks();
    while (!cursor.isAtEnd()) {
      read.add(MariaDbGtid.read(cursor));
      cursor.skipBlanks();
      if (cursor.isAtEnd()) {
        break;
      }
      cursor.expect(',', "after a GTID");
      cursor.skipBlanks();
      if (cursor.isAtEnd()) {
        throw cursor.expected("a GTID after ','", cursor.offset());
      }
    }
    return of(read);
  }

  /** The set that lists these GTIDs, of each domain and server the newest. */
  public static MariaDbGtidSet of(MariaDbGtid... gtids) {
    return of(List.of(gtids));
  }

  private static MariaDbGtidSet of(List<MariaDbGtid> listed) {
    List<MariaDbGtid> sorted = new ArrayList<>(listed);
    sorted.sort(NEWEST_PER_SERVER);
    List<MariaDbGtid> newest = new ArrayList<>(sorted.size());
    for (MariaDbGtid gtid : sorted) {
      if (newest.isEmpty() || !isSameStream(newest.getLast(), gtid)) {
        newest.add(gtid);
      }
    }
    newest.sort(CANONICAL);
    return newest.isEmpty() ? EMPTY : new MariaDbGtidSet(List.copyOf(newest));
  }

  private static boolean isSameStream(MariaDbGtid a, MariaDbGtid b) {
    return a.domain() == b.domain() && a.server() == b.server();
  }

  /** The listed GTIDs in canonical order. */
  public List<MariaDbGtid> gtids() {
    return gtids;
  }

  /** The newest GTID of a domain; of a diverged head the one with the highest server id. */
  public Optional<MariaDbGtid> findHead(long domain) {
    int end = endOf(domain);
    return end > 0 && gtids.get(end - 1).domain() == domain
        ? Optional.of(gtids.get(end - 1))
        : Optional.empty();
  }

  /**
   * The newest GTID of each domain: turns a state into the position that it represents. A domain
   * that has diverged at its head keeps all its heads, see {@link #isPosition}.
   */
  public MariaDbGtidSet heads() {
    List<MariaDbGtid> heads = gtids.stream().filter(this::isHead).toList();
    return heads.size() == gtids.size() ? this : new MariaDbGtidSet(heads);
  }

  /** Whether each domain is listed once, as the server demands of gtid_slave_pos. */
  public boolean isPosition() {
    for (int i = 1; i < gtids.size(); i++) {
      if (gtids.get(i).domain() == gtids.get(i - 1).domain()) {
        return false;
      }
    }
    return true;
  }

  /** For each domain and server the newer of the two; {@code a.union(b)} of two positions. */
  @Override
  public MariaDbGtidSet union(GtidSet other) {
    List<MariaDbGtid> all = new ArrayList<>(gtids);
    all.addAll(require(other).gtids);
    return of(all);
  }

  @Override
  public MariaDbGtidSet with(Gtid gtid) {
    return union(of(require(gtid)));
  }

  /**
   * The GTIDs listed here that {@code other} does not contain: how far it still has to go, not
   * where it is. The transactions in between cannot be known from positions alone, so unlike
   * MySQL's the result, taken as a set, also implies what {@code other} has.
   */
  @Override
  public MariaDbGtidSet minus(GtidSet other) {
    MariaDbGtidSet right = require(other);
    List<MariaDbGtid> missing = gtids.stream().filter(gtid -> !right.containsGtid(gtid)).toList();
    return missing.isEmpty() ? EMPTY : new MariaDbGtidSet(missing);
  }

  /**
   * The GTIDs listed here that a server with this gtid_binlog_state has not written to its binlog,
   * because its last one from that server id is older or there is none.
   *
   * <p>This reads the state literally and so finds the writes of a failed source that its successor
   * has outrun: {@code 0-2-5} against the state {@code 0-2-3,0-1-8}. Ask it only about a server
   * that logs what it applies (log_slave_updates) and was not provisioned from a backup without its
   * state; others never logged what they nevertheless have.
   */
  public MariaDbGtidSet notLoggedIn(MariaDbGtidSet binlogState) {
    List<MariaDbGtid> missing =
        gtids.stream()
            .filter(gtid ->
                binlogState.gtids.stream()
                    .noneMatch(logged ->
                        isSameStream(logged, gtid) && logged.sequence() >= gtid.sequence()))
            .toList();
    return missing.isEmpty() ? EMPTY : new MariaDbGtidSet(missing);
  }

  @Override
  public boolean contains(GtidSet other) {
    return require(other).gtids.stream().allMatch(this::containsGtid);
  }

  @Override
  public boolean containsGtid(Gtid gtid) {
    MariaDbGtid wanted = require(gtid);
    Optional<MariaDbGtid> head = findHead(wanted.domain());
    if (head.isEmpty() || head.get().sequence() != wanted.sequence()) {
      return head.isPresent() && head.get().sequence() > wanted.sequence();
    }
    return gtids.contains(wanted);
  }

  @Override
  public MariaDbGtidSet gaps() {
    return EMPTY;
  }

  @Override
  public List<String> origins() {
    return gtids.stream().map(gtid -> String.valueOf(gtid.domain())).distinct().toList();
  }

  @Override
  public MariaDbGtidSet from(String origin) {
    List<MariaDbGtid> own =
        gtids.stream().filter(gtid -> String.valueOf(gtid.domain()).equals(origin)).toList();
    return own.isEmpty() ? EMPTY : new MariaDbGtidSet(own);
  }

  /** Those listed here that a server of this id wrote first. */
  public MariaDbGtidSet writtenBy(long server) {
    List<MariaDbGtid> own = gtids.stream().filter(gtid -> gtid.server() == server).toList();
    return own.isEmpty() ? EMPTY : new MariaDbGtidSet(own);
  }

  @Override
  public MariaDbGtidSet writtenBy(Optional<String> uuid, long serverId) {
    List<MariaDbGtid> own = gtids.stream().filter(gtid -> gtid.server() == serverId).toList();
    return own.isEmpty() ? EMPTY : new MariaDbGtidSet(own);
  }

  @Override
  public boolean isEmpty() {
    return gtids.isEmpty();
  }

  @Override
  public GtidRelation relationTo(GtidSet other) {
    if (!(other instanceof MariaDbGtidSet right)) {
      return GtidRelation.INCOMPARABLE;
    }
    return GtidRelation.of(!right.contains(this), !contains(right), isSharingWith(right));
  }

  /** Whether some domain's stream begins in common: below the lower of the two heads, or at it. */
  private boolean isSharingWith(MariaDbGtidSet right) {
    return gtids.stream()
        .filter(this::isHead)
        .anyMatch(head ->
            right.containsGtid(head)
                || right
                    .findHead(head.domain())
                    .filter(theirs -> containsGtid(theirs) || theirs.sequence() > 0)
                    .isPresent());
  }

  /** Empty: see {@link GtidSet#transactionCount}. */
  @Override
  public OptionalLong transactionCount() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalLong countBeyond(GtidSet other) {
    MariaDbGtidSet right = require(other);
    long count = 0;
    for (MariaDbGtid missing : minus(right).gtids) {
      Optional<MariaDbGtid> theirs = right.findHead(missing.domain());
      if (theirs.isEmpty() || theirs.get().sequence() >= missing.sequence()) {
        return OptionalLong.empty();
      }
      if (isHead(missing)) {
        count += missing.sequence() - theirs.get().sequence();
      }
    }
    return OptionalLong.of(count);
  }

  private boolean isHead(MariaDbGtid gtid) {
    return gtids.get(endOf(gtid.domain()) - 1).sequence() == gtid.sequence();
  }

  /** Index after the last GTID whose domain is not above this one. */
  private int endOf(long domain) {
    int from = 0;
    int to = gtids.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (gtids.get(middle).domain() <= domain) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static MariaDbGtidSet require(GtidSet other) {
    if (other instanceof MariaDbGtidSet set) {
      return set;
    }
    throw new IllegalArgumentException(
        "a MariaDB GTID list cannot be combined with the MySQL set \"" + other + "\"");
  }

  private static MariaDbGtid require(Gtid other) {
    if (other instanceof MariaDbGtid gtid) {
      return gtid;
    }
    throw new IllegalArgumentException(
        "a MariaDB GTID list cannot be asked about the MySQL GTID " + other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MariaDbGtidSet set && gtids.equals(set.gtids);
  }

  @Override
  public int hashCode() {
    return gtids.hashCode();
  }

  @Override
  public String toString() {
    return gtids.stream().map(MariaDbGtid::toString).collect(Collectors.joining(","));
  }
}
