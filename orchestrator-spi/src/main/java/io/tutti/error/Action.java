package io.tutti.error;

import java.util.Locale;

/**
 * What Tutti can be asked for, as remedies name it. How it is asked for is said by who shows the
 * remedy: the command line as a command, REST as a request.
 */
public enum Action {
  LIST_CLUSTERS,
  SHOW_TOPOLOGY,
  SHOW_INSTANCE,
  SHOW_ERRANT,
  SHOW_STARTUP_CONFIG,
  LIST_AUDIT,
  DISCOVER,
  FORGET,
  LIST_TRUSTED,
  SHOW_TRUST,
  TRUST,
  TRUST_CLUSTER,
  SHOW_GAPS,
  CLOSE_GAPS,
  SKIP,
  RELOCATE,
  REJOIN,
  SHOW_PARALLELISM,
  APPLY_PARALLELISM,
  LIST_BACKUPS,
  BEGIN_BACKUP,
  RENEW_BACKUP,
  END_BACKUP,
  LIST_INCIDENTS,
  SHOW_INCIDENT,
  REPORT_INCIDENT,
  CLOSE_INCIDENT,
  RESOLVE_INCIDENT,
  SWITCHOVER,
  FAILOVER,
  RELEASE_HOLD,
  SHOW_CRASH,
  REPORT_CRASH,
  SALVAGE,
  FENCE,
  UNFENCE,
  REBUILD,
  REBUILD_BY_HAND,
  ATTACH_COPY,
  MARK_TO_REBUILD,
  UNMARK_TO_REBUILD,
  LIST_OPERATIONS,
  SHOW_OPERATION,
  FOLLOW_OPERATION,
  RETRY_OPERATION,
  SETTLE_OPERATION,
  SHOW_GRANTS,
  LIST_TOKENS,
  CREATE_TOKEN,
  /** Tells of another action what it takes. */
  EXPLAIN;

  /** {@code close gaps}. */
  public String words() {
    return name().replace('_', ' ').toLowerCase(Locale.ROOT);
  }
}
