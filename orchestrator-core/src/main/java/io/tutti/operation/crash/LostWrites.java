package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.crash.LostOnSource;
import io.tutti.model.InstanceAddress;
import java.util.List;

/** The transactions that a server lost and its replicas have, as far as their binlogs show. */
public record LostWrites(InstanceAddress address, List<OfReplica> replicas) {
  public LostWrites {
    replicas = List.copyOf(replicas);
  }

  /**
   * What one replica has.
   *
   * @param transactions as they are in its own binlog, in their order
   * @param more how many are there beside these
   * @param replaced transactions whose names the server has given to others since
   * @param notes what is not reported, and why
   */
  public record OfReplica(
      InstanceAddress address,
      String channel,
      LostOnSource lostOnSource,
      List<WrittenTransaction> transactions,
      long more,
      List<Replaced> replaced,
      List<String> notes) {
    public OfReplica {
      transactions = List.copyOf(transactions);
      replaced = List.copyOf(replaced);
      notes = List.copyOf(notes);
    }
  }

  /** Two transactions of one name. */
  public record Replaced(WrittenTransaction onReplica, WrittenTransaction onServer) {}
}
