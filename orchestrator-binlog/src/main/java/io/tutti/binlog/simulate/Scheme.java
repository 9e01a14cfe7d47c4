package io.tutti.binlog.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** By what an applier decides which transactions may run at once. */
public enum Scheme {
  DATABASE("workers by schema, as MySQL 5.6 has them"),
  LOGICAL_CLOCK("what the log says may run at once; commits in any order"),
  LOGICAL_CLOCK_ORDERED("the same, commits in the order of the source"),
  WRITESET("as if the source had written WRITESET; commits in any order"),
  WRITESET_ORDERED("the same, commits in the order of the source"),
  WRITESET_SESSION("as if the source had written WRITESET_SESSION; commits in any order"),
  WRITESET_SESSION_ORDERED("the same, commits in the order of the source"),
  DOMAINS("domains beside each other, each in one thread"),
  MINIMAL("only commits at once"),
  CONSERVATIVE("what was committed as one group, and domains, beside each other"),
  OPTIMISTIC("all but what has waited; what conflicts is done again"),
  AGGRESSIVE("all; what conflicts is done again");

  private final String sentence;

  Scheme(String sentence) {
    this.sentence = sentence;
  }

  /** What it is, for people. */
  public String sentence() {
    return sentence;
  }

  /** As it is written: {@code logical-clock}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one that is written so. */
  public static Optional<Scheme> find(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }

  public boolean isOfMariaDb() {
    return compareTo(DOMAINS) >= 0;
  }

  boolean isByWriteSets() {
    return compareTo(WRITESET) >= 0 && !isOfMariaDb();
  }

  boolean isBySession() {
    return this == WRITESET_SESSION || this == WRITESET_SESSION_ORDERED;
  }

  boolean isByClock() {
    return this == LOGICAL_CLOCK || this == LOGICAL_CLOCK_ORDERED;
  }

  /** Whether transactions begin that may have to be done again. */
  boolean isOptimistic() {
    return this == OPTIMISTIC || this == AGGRESSIVE;
  }

  /** Whether commits are in the order of the source, within a domain. */
  boolean isOrdered() {
    return switch (this) {
      case DATABASE, LOGICAL_CLOCK, WRITESET, WRITESET_SESSION, DOMAINS -> false;
      default -> true;
    };
  }

  /** Those of the servers that write such a log. */
  static List<Scheme> of(boolean isMariaDb) {
    return Arrays.stream(values()).filter(each -> each.isOfMariaDb() == isMariaDb).toList();
  }
}
