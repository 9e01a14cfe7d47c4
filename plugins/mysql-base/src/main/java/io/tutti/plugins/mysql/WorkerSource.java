package io.tutti.plugins.mysql;

import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import java.util.List;

/** Where a flavor shows what each worker does. */
public interface WorkerSource {
  /** The statements that it needs beside {@link WorkerCheckpoints#QUESTION}. */
  List<Question> questions();

  /**
   * The workers of one channel, by number; empty when the coordinator applies by itself.
   *
   * @param status the row of the {@link Channel}
   */
  Observed<List<Worker>> workers(Reading reading, ReplicaStatus status);
}
