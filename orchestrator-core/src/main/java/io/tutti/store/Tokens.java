package io.tutti.store;

import java.time.Instant;
import java.util.List;

/** Where tokens are kept. */
public interface Tokens {
  /** All there ever were, the oldest first. */
  List<NamedToken> all();

  /** False when there is, or was, one of that name. */
  boolean add(NamedToken token);

  /** False when there is none of that name that is not revoked. */
  boolean revoke(String name, Instant at);
}
