package io.tutti.binlog;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Room for events that are long, of whichever server: decoded, one takes some hundred megabytes of
 * which there are not twice as many. For one thread, which waits for its turn.
 */
final class EventRoom {
  /** Shorter ones take none. */
  private static final int SHORT_BYTES_MAX = 4 << 20;

  private static final Semaphore TURN = new Semaphore(1, true);

  private final Optional<EventRoom> outer;
  private boolean taken;

  EventRoom() {
    this.outer = Optional.empty();
  }

  private EventRoom(EventRoom outer) {
    this.outer = Optional.of(outer);
  }

  /** For the events within one that may have its turn already. */
  EventRoom within() {
    return new EventRoom(this);
  }

  /**
   * @throws IOException when it is not wanted any more before its turn comes
   */
  void take(int bytes, BinlogBounds bounds) throws IOException {
    if (bytes <= SHORT_BYTES_MAX || outer.filter(room -> room.taken).isPresent()) {
      return;
    }
    try {
      while (!taken) {
        taken = TURN.tryAcquire(100, TimeUnit.MILLISECONDS);
        if (!taken && bounds.isOver()) {
          throw new IOException("its time is over, while a long event of another was read");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the controller is shutting down", e);
    }
  }

  void leave() {
    if (taken) {
      taken = false;
      TURN.release();
    }
  }
}
