package io.tutti.store.jdbc;

import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.FleetStore;
import io.tutti.store.jdbc.MadeUpStates.Filling;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.List;

/**
 * A process that uses a store until it is killed, and prints a dot for each thing it was promised.
 */
final class StoreVictim {
  private StoreVictim() {}

  /**
   * @param arguments the store's address, and what to do: {@code hold} it or {@code write} to it
   */
  public static void main(String[] arguments) throws InterruptedException {
    JdbcStore store = JdbcStore.open(arguments[0], "", "");
    FleetStore fleet = store.fleet();
    fleet.load();
    for (int i = 0; arguments[1].equals("write"); i++) {
      Node node = MadeUpStates.node(Filling.KNOWN, "db" + i + ":3306");
      fleet.save(List.of(node));
      store.audit().append(new AuditRecord(Instant.now(), "a", "b", "c" + i, Outcome.DONE, "d"));
      System.out.print('.');
      System.out.flush();
    }
    System.out.print('.');
    System.out.flush();
    Thread.currentThread().join();
  }
}
