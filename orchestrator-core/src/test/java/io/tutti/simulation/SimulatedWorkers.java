package io.tutti.simulation;

import io.tutti.model.BinlogPosition;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.simulation.RelayLog.Entry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a server reports of the workers of a channel. Those with UUIDs or places keep a row for
 * each, whose bits count from the low-water mark; all that is ahead of it is one worker's.
 */
record SimulatedWorkers(SimulatedServer server, SimulatedChannel channel) {
  private static final int GROUP_BYTES = 64;

  Observed<List<Worker>> read() {
    SimulatedApplier applier = channel.applier();
    long count = applier.runs() ? applier.workers() : server.variables().number(Variables.WORKERS);
    List<Worker> workers = new ArrayList<>();
    for (long id = 1; id <= count; id++) {
      workers.add(worker(id, applier));
    }
    return Observed.known(workers);
  }

  private Worker worker(long id, SimulatedApplier applier) {
    boolean reportsThem = server.naming().hasUuids();
    return new Worker(
        id,
        applier.runs() ? ThreadState.RUNNING : ThreadState.STOPPED,
        reportsThem ? Observed.known("Waiting for an event from Coordinator") : none(),
        none(),
        none(),
        id == 1 ? applier.error() : Optional.<LastError>empty(),
        reportsThem ? Observed.known(id == 1 ? ahead() : behind()) : none());
  }

  private static <T> Observed<T> none() {
    return Observed.absent("this flavor does not tell it");
  }

  private BinlogPosition mark() {
    return channel.applier().executed();
  }

  private WorkerCheckpoint behind() {
    return row(mark(), 0, new BitSet());
  }

  private WorkerCheckpoint ahead() {
    List<Entry> entries = channel.relayLog().entries();
    List<Entry> ahead = channel.relayLog().ahead();
    if (ahead.isEmpty()) {
      return channel
          .applier()
          .endOfPassed()
          .map(end -> row(end, 0, new BitSet()))
          .orElseGet(this::behind);
    }
    int first = entries.indexOf(channel.relayLog().left().getFirst());
    BitSet bits = new BitSet();
    ahead.forEach(each -> bits.set(entries.indexOf(each) - first));
    return row(ahead.getLast().logged.end(), bits.length() - 1L, bits);
  }

  private WorkerCheckpoint row(BinlogPosition at, long sequence, BitSet bits) {
    byte[] bytes = new byte[GROUP_BYTES];
    byte[] set = bits.toByteArray();
    System.arraycopy(set, 0, bytes, 0, set.length);
    return new WorkerCheckpoint(
        Observed.known(channel.relayLog().lowWater()),
        Observed.known(at),
        Observed.known(channel.relayLog().lowWater()),
        Observed.known(mark()),
        sequence,
        GROUP_BYTES,
        HexFormat.of().formatHex(bytes));
  }
}
