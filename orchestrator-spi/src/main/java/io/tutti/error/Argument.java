package io.tutti.error;

import java.util.Locale;

/** What an action is given besides its name. */
public enum Argument {
  INSTANCE(Kind.SUBJECT),
  CLUSTER(Kind.SUBJECT),
  INCIDENT(Kind.SUBJECT),
  OPERATION(Kind.SUBJECT),
  /** A backup session of the instance. */
  SESSION(Kind.SUBJECT),
  /** The name of a token. */
  NAME(Kind.SUBJECT),
  /** An {@link Action}. */
  ABOUT(Kind.SUBJECT),
  /** {@code knob=value}. */
  SETTING(Kind.OPTION),
  GTID(Kind.OPTION),
  CHANNEL(Kind.OPTION),
  /** The instance that is copied. */
  FROM(Kind.OPTION),
  /** The instance from which another one is to replicate. */
  BELOW(Kind.OPTION),
  /** Replicas of the instance go along. */
  WITH_REPLICAS(Kind.FLAG),
  /** The instance that takes the place of another one. */
  PROMOTE(Kind.OPTION),
  /** The same, of a source that is dead. */
  TO(Kind.OPTION),
  /** A place in a binlog, or a GTID set. */
  AT(Kind.OPTION),
  ROLE(Kind.OPTION),
  /** Of servers, as plugins are called. */
  FLAVOR(Kind.OPTION),
  /** A release of servers. */
  VERSION(Kind.OPTION),
  /** Of an account of a server. */
  USER(Kind.OPTION),
  /** From where an account may log in. */
  HOST(Kind.OPTION),
  /** It is there already. */
  EXISTING(Kind.FLAG),
  /** In seconds. */
  DEADLINE(Kind.OPTION),
  FORCE(Kind.FLAG),
  WHY(Kind.OPTION),
  ANY(Kind.FLAG),
  ROW_REPAIRED(Kind.FLAG),
  APPLIER_NOT_STOPPED(Kind.FLAG),
  /** A person takes it on that an account of replicas may not be let in. */
  ACCOUNT_UNPROVED(Kind.FLAG),
  PERSIST(Kind.FLAG),
  DRY_RUN(Kind.FLAG);

  private enum Kind {
    SUBJECT,
    OPTION,
    FLAG
  }

  private final Kind kind;

  Argument(Kind kind) {
    this.kind = kind;
  }

  /** Whether it says what the action is done to. */
  public boolean isSubject() {
    return kind == Kind.SUBJECT;
  }

  /** Whether it is there or not, without a value. */
  public boolean isFlag() {
    return kind == Kind.FLAG;
  }

  /** {@code dryRun}. */
  public String fieldName() {
    StringBuilder name = new StringBuilder();
    for (String word : name().toLowerCase(Locale.ROOT).split("_", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}
