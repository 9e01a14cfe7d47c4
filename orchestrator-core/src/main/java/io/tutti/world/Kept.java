package io.tutti.world;

import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All records of one kind, in memory as they are in the store. Whoever has written one finds it
 * here as soon as that returns; what could not be read again is read by the next who asks.
 */
final class Kept<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Kept.class);

  private final Supplier<T> load;
  private final Runnable onChange;
  private volatile Optional<T> latest = Optional.empty();

  Kept(Supplier<T> load, Runnable onChange) {
    this.load = load;
    this.onChange = onChange;
  }

  T now() {
    return latest.orElseGet(this::reload);
  }

  /** One at a time, so that the one who wrote last reads last. */
  private synchronized T reload() {
    T loaded = load.get();
    latest = Optional.of(loaded);
    return loaded;
  }

  /** Writes to the store, and then here, also where it is not known whether it was written. */
  <R> R write(Supplier<R> written) {
    try {
      return written.get();
    } finally {
      latest = Optional.empty();
      try {
        reload();
      } catch (RuntimeException e) {
        LOG.warn("What is kept could not be read again; whoever asks next tries it", e);
      }
      onChange.run();
    }
  }

  void write(Runnable written) {
    write(() -> {
      written.run();
      return true;
    });
  }
}
