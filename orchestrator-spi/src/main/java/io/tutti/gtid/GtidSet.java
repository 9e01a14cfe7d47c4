package io.tutti.gtid;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A set of transactions as a server reports it: immutable, printed and parsed in the spelling of
 * its servers.
 *
 * <p>The operations on two sets need both of one family and throw {@link IllegalArgumentException}
 * otherwise; only {@link #relationTo} takes any pair. {@link #parse} here takes no empty text,
 * which every fresh server reports, because that belongs to no family: use {@link
 * MySqlGtidSet#parse} or {@link MariaDbGtidSet#parse}.
 *
 * <p>Laws, for a, b and c of one family: union is commutative, associative and idempotent; {@code
 * a.union(b)} contains a and b; {@code a.contains(b)} stays true whatever is added to a; {@code
 * a.minus(b)} is empty exactly when b contains a, and {@code b.union(a.minus(b))} contains what
 * {@code b.union(a)} contains.
 */
public sealed interface GtidSet permits MySqlGtidSet, MariaDbGtidSet {

  /**
   * Reads the set of either family, distinguished by the {@code ':'} that only MySQL writes.
   *
   * @throws IllegalArgumentException when the text is empty, or is no set
   */
  static GtidSet parse(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the empty GTID set is of no family");
    }
    return text.indexOf(':') >= 0 ? MySqlGtidSet.parse(text) : MariaDbGtidSet.parse(text);
  }

  /** The transactions of either set. */
  GtidSet union(GtidSet other);

  /** This set with one more transaction. */
  GtidSet with(Gtid gtid);

  /**
   * What must be added to {@code other} so that it contains this set.
   *
   * <p>MySQL: exactly the transactions here that {@code other} lacks. MariaDB: the positions here
   * that {@code other} has not reached; see {@link MariaDbGtidSet#minus}.
   */
  GtidSet minus(GtidSet other);

  /** Whether every transaction of {@code other} is in this set. */
  boolean contains(GtidSet other);

  /** Whether the transaction is in this set. */
  boolean containsGtid(Gtid gtid);

  /**
   * What is missing between the first and the last transaction of each source; empty for the domain
   * family, which keeps only the newest of each domain.
   */
  GtidSet gaps();

  /** Where its transactions come from, each once: the UUIDs of servers, or the domains. */
  List<String> origins();

  /** The transactions of one of {@link #origins}. */
  GtidSet from(String origin);

  /**
   * The transactions here that a server wrote first, as far as its names show: those of its UUID,
   * or those that are listed with its id.
   *
   * @param uuid of the server; empty where it has none
   * @param serverId of the server
   */
  GtidSet writtenBy(Optional<String> uuid, long serverId);

  boolean isEmpty();

  /** How this set (left) relates to {@code other} (right); INCOMPARABLE across families. */
  GtidRelation relationTo(GtidSet other);

  /**
   * How many transactions the set holds, {@link Long#MAX_VALUE} when they are more than that; empty
   * for MariaDB, where a position shows neither where its domain began nor which numbers were never
   * used.
   */
  OptionalLong transactionCount();

  /**
   * How many transactions of this set {@code other} lacks, as far as their names or numbers show
   * it. MariaDB's are counted by the sequence numbers of each domain, of which a server may have
   * left some out: not more than that. Empty where {@code other} has nothing of such a domain.
   *
   * @throws IllegalArgumentException across families
   */
  OptionalLong countBeyond(GtidSet other);

  /** The canonical text on one line, which the server and {@code parse} both accept. */
  @Override
  String toString();
}
