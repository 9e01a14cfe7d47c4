package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceState;
import io.tutti.model.ServerProgress;
import java.util.List;

/** Reads all that the orchestrator wants to know of one server. */
public interface StatusReader {

  /**
   * Reads the server in few round trips. A statement that fails or does not answer in its own time
   * makes the facts it would have reported {@code Unknown}, and the rest is still read.
   *
   * @param heartbeats the tables to take lag from; empty for none
   * @throws OrchestratorException when the server could not be reached or refused the login
   */
  InstanceState read(List<HeartbeatTable> heartbeats, Deadline deadline);

  /**
   * Reads only how far the server is: for moments in which nobody can write, and that is waited
   * for.
   *
   * @throws OrchestratorException when the server could not be reached or refused the login
   */
  default ServerProgress readProgress(Deadline deadline) {
    return ServerProgress.of(read(List.of(), deadline));
  }
}
