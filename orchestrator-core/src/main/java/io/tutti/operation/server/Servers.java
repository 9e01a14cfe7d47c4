package io.tutti.operation.server;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.Wanted;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.operation.StepFailure;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.LogReader;
import io.tutti.spi.NamedLock;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.fence.Trial;
import java.io.IOException;
import java.util.Optional;

/** Opens servers for operations. */
public interface Servers {

  /**
   * The way to a server, for one thread until it is closed.
   *
   * @throws OrchestratorException when it cannot be reached, or no plugin speaks for it
   */
  Session open(InstanceAddress address, Deadline deadline);

  /** Whether a person or a key vouches for the server at that address, without asking it. */
  boolean isVouched(InstanceAddress address);

  /** A server that was opened. */
  interface Session extends AutoCloseable {
    FlavorProvider provider();

    /** Whether a person or a key vouches for it, so that others may be led to it. */
    boolean isVouched();

    /** Reads the server now. */
    InstanceState read(Deadline deadline);

    /**
     * Reads the server now, with what it replicates.
     *
     * @throws StepFailure passing when it answers and its channels cannot be read; as of a server
     *     that does not answer where a statement hangs, as with a full disk
     */
    default InstanceState readWithChannels(Deadline deadline) {
      InstanceState state = read(deadline);
      if (state.channels() instanceof Observed.Unknown<?>(String why)) {
        String sentence = "What %s replicates cannot be read: %s.".formatted(state.address(), why);
        throw state.stalledStatements().isEmpty()
            ? StepFailure.passing(sentence)
            : StepFailure.unreachable(sentence);
      }
      return state;
    }

    /** Reads only how far the server is now. */
    default ServerProgress readProgress(Deadline deadline) {
      return ServerProgress.of(read(deadline));
    }

    /**
     * The same, with what it replicates. Where that is not known, all is read, which says why.
     *
     * @throws StepFailure as {@link #readWithChannels}
     */
    default ServerProgress readChannels(Deadline deadline) {
      ServerProgress progress = readProgress(deadline);
      return progress.channels() instanceof Observed.Unknown<?>
          ? ServerProgress.of(readWithChannels(deadline))
          : progress;
    }

    ReplicationControl control();

    LogReader logs();

    /** See {@link io.tutti.spi.InstanceClient#claimAlone}. */
    default Observed<NamedLock> claimAlone(String name, Deadline deadline) {
      return Observed.absent("it has no named locks");
    }

    /** See {@link io.tutti.spi.InstanceClient#giveBack}. */
    default void giveBack(String name, Deadline deadline) {
      // There is nothing to give back.
    }

    /** The way to keep clients from it. */
    FenceControl fence();

    /** The way to copy another server over it; empty where its flavor cannot. */
    Optional<CloneControl> cloning();

    /** Where it is in a copy; absent, with the reason, where it cannot be that. */
    default Observed<CloneStatus> readCopy(CloneControl.Role role, Deadline deadline) {
      return cloning()
          .map(cloning -> cloning.read(role, deadline))
          .orElse(Observed.absent("servers of this flavor do not clone others"));
    }

    /** Tries to begin replication from it with that login. */
    Trial tryToReplicate(Credentials as, Deadline deadline);

    /**
     * The same as a channel does.
     *
     * @param overTls whether that one uses TLS, whatever the controller itself does
     */
    default Trial tryToReplicate(Credentials as, boolean overTls, Deadline deadline) {
      return tryToReplicate(as, deadline);
    }

    /**
     * Whole binlogs of it, over connections of their own; to be closed. Empty where it sends none.
     *
     * @throws IOException when it does not send what is wanted
     */
    default Optional<LiveLogs> logsOf(Wanted wanted) throws IOException {
      return Optional.empty();
    }

    /** Its binlogs, over a connection of their own. */
    BinlogReader binlog();

    /** Gives the way back, to be used again soon. */
    @Override
    void close();
  }
}
