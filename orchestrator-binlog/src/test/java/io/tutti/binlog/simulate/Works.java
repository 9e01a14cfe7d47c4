package io.tutti.binlog.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Transactions that are made by hand. A row costs a microsecond, and nothing else costs anything.
 */
final class Works {
  /** Nothing costs anything but rows; there are cores for all. */
  static final Facts FREE =
      Facts.assumed().withCommit(0, true).withCosts(0, 1, 0).withCores(Integer.MAX_VALUE);

  private final List<Work> all = new ArrayList<>();
  private final boolean isMariaDb;
  private int log;
  private int inLog;
  private boolean isDdl;
  private long session;
  private long statements;
  private long ranSeconds;
  private Work.Keys keys = Work.Keys.NONE;
  private int[] schemas = {0};
  private boolean hasWaited;
  private int domain;

  private Works(boolean isMariaDb) {
    this.isMariaDb = isMariaDb;
  }

  static Works ofMySql() {
    return new Works(false);
  }

  static Works ofMariaDb() {
    return new Works(true);
  }

  Works ddl() {
    isDdl = true;
    return this;
  }

  Works waited() {
    hasWaited = true;
    return this;
  }

  Works domain(int number) {
    domain = number;
    return this;
  }

  Works session(long number) {
    session = number;
    return this;
  }

  Works statement() {
    statements = 1;
    return this;
  }

  Works ran(long seconds) {
    ranSeconds = seconds;
    return this;
  }

  Works schemas(int... numbers) {
    schemas = numbers;
    return this;
  }

  Works rows(long... numbers) {
    keys = new Work.Keys(numbers, true, false, false, false);
    return this;
  }

  Works keyless() {
    keys = new Work.Keys(keys.numbers(), true, true, false, false);
    return this;
  }

  Works referenced() {
    keys = new Work.Keys(keys.numbers(), true, false, false, true);
    return this;
  }

  Works nextLog() {
    log++;
    inLog = 0;
    return this;
  }

  /** Adds a transaction of MySQL with the number of the one in its log on which it depends. */
  Works add(long cost, long lastCommitted) {
    return add(cost, lastCommitted, 0);
  }

  /** Adds a transaction of MariaDB. */
  Works group(long cost, long commitId) {
    return add(cost, 0, commitId);
  }

  private Works add(long cost, long lastCommitted, long commitId) {
    inLog++;
    all.add(
        new Work(
            log,
            isMariaDb ? 0 : inLog,
            lastCommitted,
            session,
            schemas,
            cost - statements,
            statements,
            ranSeconds,
            100,
            isDdl,
            keys,
            new Work.Group(domain, commitId, isDdl, true, true, hasWaited)));
    isDdl = false;
    hasWaited = false;
    statements = 0;
    ranSeconds = 0;
    session = 0;
    keys = Work.Keys.NONE;
    schemas = new int[] {0};
    domain = 0;
    return this;
  }

  List<Work> all() {
    return all;
  }

  Workload workload() {
    return new Workload(all, isMariaDb, !isMariaDb, false, List.of(), List.of(), List.of());
  }

  /** Transactions of some cost, with some rows of a hundred. */
  static Works random(long seed, int count, boolean isMariaDb) {
    Random random = new Random(seed);
    Works works = isMariaDb ? ofMariaDb() : ofMySql();
    long commitId = 1;
    for (int i = 0; i < count; i++) {
      commitId += random.nextInt(3) == 0 ? 1 : 0;
      long[] rows = random.longs(1 + random.nextInt(3), 0, 100).distinct().toArray();
      works.rows(rows).domain(isMariaDb ? random.nextInt(2) : 0);
      works.schemas(random.ints(1 + random.nextInt(5) / 4, 0, 4).distinct().toArray());
      works.session(random.nextInt(5));
      if (random.nextInt(8) == 0) {
        works.waited();
      }
      long cost = 5 + random.nextInt(random.nextInt(10) == 0 ? 200 : 20);
      works.add(cost, Math.max(0, i - random.nextInt(6)), random.nextInt(5) == 0 ? 0 : commitId);
    }
    return works;
  }

  double micros(Scheme scheme, int workers, Facts facts) {
    return Math.round(
            1e9
                * new Applier(all, scheme, facts, Costs.of(all, facts))
                    .run(workers, Applier.Without.NOTHING)
                    .seconds())
        / 1e3;
  }

  long retries(Scheme scheme, int workers) {
    return new Applier(all, scheme, FREE, Costs.of(all, FREE))
        .run(workers, Applier.Without.NOTHING)
        .retries();
  }

  double total() {
    return Arrays.stream(Costs.of(all, FREE).each()).sum();
  }
}
