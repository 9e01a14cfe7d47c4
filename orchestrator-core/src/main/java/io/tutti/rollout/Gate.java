package io.tutti.rollout;

/** What is looked at after a change, on the changed replica and on an untouched one beside it. */
public enum Gate {
  APPLIER_ERRORS("the applier stopped with an error"),
  RESTARTS("the server was restarted"),
  LAG("it falls further behind"),
  THROUGHPUT("it applies fewer transactions of the same supply"),
  RETRIES("transactions are tried again, or deadlock, more often"),
  COMMIT_LATENCY("commits on its source take longer"),
  GAPS("its applier left a gap"),
  MEMORY("the queues of its workers take more memory");

  private final String words;

  Gate(String words) {
    this.words = words;
  }

  /** What a stop by it says of the replica. */
  public String words() {
    return words;
  }
}
