package io.tutti.error;

/**
 * The stable names of everything that can be refused or fail. Clients branch on these, never on
 * texts.
 */
public enum ErrorCode {
  INVALID_ADDRESS(ErrorKind.REQUEST),
  INVALID_REQUEST(ErrorKind.REQUEST),
  INVALID_CONFIGURATION(ErrorKind.REQUEST),
  UNAUTHENTICATED(ErrorKind.REQUEST),
  /** The token's role does not reach so far. */
  FORBIDDEN(ErrorKind.REQUEST),
  /** Too many wrong tokens came from there just now. */
  TOO_MANY_LOGINS(ErrorKind.REQUEST),
  /** As many follow operations as are let. */
  TOO_MANY_FOLLOWERS(ErrorKind.REQUEST),
  /** More than any request needs. */
  BODY_TOO_LARGE(ErrorKind.REQUEST),
  /** The rest of a request did not come. */
  BODY_TOO_SLOW(ErrorKind.REQUEST),
  UNKNOWN_TOKEN(ErrorKind.REQUEST),
  UNKNOWN_INSTANCE(ErrorKind.REQUEST),
  UNKNOWN_CLUSTER(ErrorKind.REQUEST),
  UNKNOWN_RESOURCE(ErrorKind.REQUEST),
  UNKNOWN_OPERATION(ErrorKind.REQUEST),
  UNKNOWN_ROLLOUT(ErrorKind.REQUEST),
  /** No analysis or simulation of that id is kept. */
  UNKNOWN_READING(ErrorKind.REQUEST),
  UNKNOWN_BACKUP(ErrorKind.REQUEST),
  UNKNOWN_INCIDENT(ErrorKind.REQUEST),
  /** No flavor has a knob of that name. */
  UNKNOWN_KNOB(ErrorKind.REQUEST),
  /** The knob exists, but not in this flavor or release. */
  KNOB_UNAVAILABLE(ErrorKind.REQUEST),
  /** The value is none that the knob takes. */
  KNOB_VALUE_INVALID(ErrorKind.REQUEST),
  /** The knob changes only with a restart of the server. */
  KNOB_NEEDS_RESTART(ErrorKind.REQUEST),

  /** The controller's own database does not answer. */
  STORE_UNAVAILABLE(ErrorKind.UNREACHABLE),
  /** The name does not resolve. */
  HOST_UNKNOWN(ErrorKind.UNREACHABLE),
  /** Nothing listens there. */
  CONNECTION_REFUSED(ErrorKind.UNREACHABLE),
  /** No answer to the attempt to connect: host down, or a firewall that drops. */
  CONNECTION_TIMED_OUT(ErrorKind.UNREACHABLE),
  /**
   * The connection was made and then nothing was said: a frozen server, or a proxy with nothing
   * behind it.
   */
  NO_GREETING(ErrorKind.UNREACHABLE),
  /** The connection broke while it was used. */
  CONNECTION_LOST(ErrorKind.UNREACHABLE),
  /** The server took a statement and did not answer in time. */
  STATEMENT_TIMED_OUT(ErrorKind.UNREACHABLE),

  /** Something answers there in another protocol. */
  NOT_A_DATABASE_SERVER(ErrorKind.TARGET_STATE),
  /** The server blocks this host after too many broken connections. */
  HOST_BLOCKED(ErrorKind.TARGET_STATE),
  /** The server has no free connection. */
  TOO_MANY_CONNECTIONS(ErrorKind.TARGET_STATE),
  /** User or password is wrong, or the account does not exist for this host. */
  ACCESS_DENIED(ErrorKind.TARGET_STATE),
  /** The account lacks a privilege. */
  MISSING_PRIVILEGE(ErrorKind.TARGET_STATE),
  /**
   * The server wants TLS, and the target's setting does not allow it, or cannot give what the
   * driver accepts.
   */
  TLS_REQUIRED(ErrorKind.TARGET_STATE),
  /** TLS was tried and failed. */
  TLS_FAILED(ErrorKind.TARGET_STATE),
  /** It wants the password itself, or a statement with one, and has not earned it. */
  SERVER_UNTRUSTED(ErrorKind.TARGET_STATE),
  /** It shows another key or certificate than the one that is known of it. */
  SERVER_KEY_CHANGED(ErrorKind.TARGET_STATE),
  /** Only a server named the address, and the settings do not let it be contacted. */
  ADDRESS_NOT_ALLOWED(ErrorKind.TARGET_STATE),
  /** It answers with more than is taken, or with what no database server sends. */
  ANSWER_REFUSED(ErrorKind.TARGET_STATE),
  /** No plugin knows this server. */
  UNSUPPORTED_SERVER(ErrorKind.TARGET_STATE),
  /** More than one plugin claims this server. */
  AMBIGUOUS_SERVER(ErrorKind.TARGET_STATE),
  /** The flavor cannot do this. */
  UNSUPPORTED_CAPABILITY(ErrorKind.TARGET_STATE),
  /** The knob does nothing in the server's present role. */
  KNOB_OF_OTHER_ROLE(ErrorKind.TARGET_STATE),
  /** The values do not go together, among themselves or with other settings. */
  KNOB_CONFLICT(ErrorKind.TARGET_STATE),
  /** The server does not take this while a thread of its replication runs. */
  REPLICATION_RUNNING(ErrorKind.TARGET_STATE),
  /** The server replicates over no channel of that name. */
  UNKNOWN_CHANNEL(ErrorKind.TARGET_STATE),
  /** Transactions may have been left out that later ones ran past, or nobody knows. */
  GAPS_UNKNOWN(ErrorKind.TARGET_STATE),
  /** There are gaps, and no statement closes them. */
  GAPS_NOT_CLOSABLE(ErrorKind.TARGET_STATE),
  /** No replica can be taken for a backup. */
  NOTHING_TO_BACK_UP(ErrorKind.TARGET_STATE),
  /** No transaction fails, and none was named. */
  NOTHING_TO_SKIP(ErrorKind.TARGET_STATE),
  /** Which transaction fails, or what it does, cannot be known for sure. */
  TRANSACTION_UNKNOWN(ErrorKind.TARGET_STATE),
  /** The transaction did not come from the channel's source of now, or nobody knows. */
  TRANSACTION_OF_OTHER_SOURCE(ErrorKind.TARGET_STATE),
  /** The server replicates over several channels, and none of them was chosen. */
  CHANNEL_NOT_CHOSEN(ErrorKind.TARGET_STATE),
  /** A binlog cannot be read, or something else stands there. */
  BINLOG_UNREADABLE(ErrorKind.TARGET_STATE),
  /** The server has no such log, or no event begins at that place of it. */
  LOG_NOT_THERE(ErrorKind.TARGET_STATE),
  /** The transaction cannot be skipped so that it alone is missing afterwards. */
  SKIP_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** Something would be lost or applied twice if it replicated from there, or nobody knows. */
  RELOCATION_NOT_SAFE(ErrorKind.TARGET_STATE),
  /**
   * The former source has what the new one lacks, or nobody knows, or it cannot replicate from it.
   */
  REJOIN_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** No fence is around the server. */
  NOT_FENCED(ErrorKind.TARGET_STATE),
  /** The server is not proved to be whole, or another one of its cluster takes writes. */
  FENCE_NOT_LIFTABLE(ErrorKind.TARGET_STATE),
  /** The server lost nothing that could be salvaged, or is no replica. */
  NOTHING_TO_SALVAGE(ErrorKind.TARGET_STATE),
  /** Whether the replica would be whole afterwards cannot be known, or it would not. */
  SALVAGE_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** The server is not marked, nor named by an open restart that may have cost something. */
  NOT_TO_BE_REBUILT(ErrorKind.TARGET_STATE),
  /** No server can be copied for it, or it would take others with it. */
  REBUILD_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** The incident is over, or its server has no replicas that could be served by another one. */
  NOTHING_TO_RESOLVE(ErrorKind.TARGET_STATE),
  /** Something would be lost, or nobody knows. */
  RESOLVE_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** No replica can take the place of the source now, or nobody knows. */
  SWITCHOVER_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** The source is not proved to be dead, or something would be lost, or nobody knows. */
  FAILOVER_NOT_SAFE(ErrorKind.TARGET_STATE),
  /** The server is no replica whose settings can be measured now. */
  NOTHING_TO_TUNE(ErrorKind.TARGET_STATE),
  /** No operation of ours has changed anything that could be put back. */
  NOTHING_TO_UNDO(ErrorKind.TARGET_STATE),
  /** The server answered a statement with an error that has no code of its own here. */
  STATEMENT_FAILED(ErrorKind.TARGET_STATE),

  /** Another operation holds the topology. */
  TOPOLOGY_LOCKED(ErrorKind.CONFLICT),
  /** An unfinished operation touches the same instance. */
  INSTANCE_IN_OPERATION(ErrorKind.CONFLICT),
  /** A backup session keeps the instance as it is. */
  INSTANCE_IN_BACKUP_SESSION(ErrorKind.CONFLICT),
  /** The server is to be rebuilt, and nothing else is done to it until then. */
  INSTANCE_TO_BE_REBUILT(ErrorKind.CONFLICT),
  /** The backup session has ended, or its lease is over. */
  BACKUP_SESSION_OVER(ErrorKind.CONFLICT),
  /** There is, or was, a token of that name. */
  TOKEN_EXISTS(ErrorKind.CONFLICT),
  /** Somebody has closed the incident before. */
  INCIDENT_CLOSED(ErrorKind.CONFLICT),
  /** The idempotency key was used for something else. */
  IDEMPOTENCY_KEY_REUSED(ErrorKind.CONFLICT),
  /** As many operations as are allowed are under way. */
  TOO_MANY_OPERATIONS(ErrorKind.CONFLICT),
  /** Binlogs of that server, or of as many as are allowed, are being read. */
  TOO_MANY_READINGS(ErrorKind.CONFLICT),
  /** The operation is not in a state for that. */
  OPERATION_STATE(ErrorKind.CONFLICT),
  /** Another controller has taken the operation over. */
  STALE_EPOCH(ErrorKind.CONFLICT),

  INTERNAL(ErrorKind.BUG);

  private final ErrorKind kind;

  ErrorCode(ErrorKind kind) {
    this.kind = kind;
  }

  public ErrorKind kind() {
    return kind;
  }
}
