package io.tutti.store;

import java.util.List;
import java.util.Optional;

/** Keeps what was done and refused, for ever in order. */
public interface AuditLog {
  void append(AuditRecord entry);

  /** The newest records first, those about one target when it is given, {@code limit} at most. */
  List<AuditRecord> latest(Optional<String> target, int limit);
}
