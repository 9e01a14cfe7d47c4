package io.tutti.operation.errant;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.util.List;

/**
 * What a replica has that its source never had.
 *
 * @param source whom it was compared with
 * @param names all of them; absent where transactions bear no names
 * @param transactions the first of them, one by one; none by domains, where older ones are hidden
 * @param notes what limits this
 */
public record ErrantReport(
    InstanceAddress instance,
    InstanceAddress source,
    Observed<GtidSet> names,
    List<Transaction> transactions,
    List<String> notes) {

  /**
   * One of them.
   *
   * @param meaning who wrote it, as a sentence
   * @param content what it does, line by line, as the replica's own binlog shows
   */
  public record Transaction(String gtid, String meaning, Observed<List<String>> content) {}

  public ErrantReport {
    transactions = List.copyOf(transactions);
    notes = List.copyOf(notes);
  }
}
