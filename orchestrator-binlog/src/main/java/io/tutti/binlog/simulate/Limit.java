package io.tutti.binlog.simulate;

/** What keeps an applier from being faster: without it, it would be. */
public enum Limit {
  DEPENDENCIES("transactions that must wait for others"),
  ORDER("the order of commits"),
  COMMIT_LATENCY("how long a commit takes"),
  CORES("the number of cores"),
  COORDINATOR("the coordinator, which hands out one transaction after the other"),
  LARGE_TRANSACTION("one large transaction"),
  WORKERS("the number of workers: more were not tried"),
  SEVERAL("nothing alone: several things at once");

  private final String sentence;

  Limit(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
