package io.tutti.store;

import java.util.List;
import java.util.Optional;

/** Keeps what was done and refused, for ever in order. */
public interface AuditLog {
  void append(AuditRecord entry);

  /** Those that are wanted, the newest first. */
  List<AuditRecord> latest(AuditFilter wanted);

  /** The newest records first, those about one target when it is given, {@code limit} at most. */
  default List<AuditRecord> latest(Optional<String> target, int limit) {
    return latest(AuditFilter.newest(target, limit));
  }
}
