package io.tutti.spi;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory that answers of all servers may take together while they are read, for all plugins of
 * this process. Each answer has bounds of its own; this one is for many that are long at once.
 */
public final class AnswerRoom {
  /** So much of each answer is nobody's concern: the usual ones have less. */
  private static final int FREE_BYTES = 64 * 1024;

  private static final int PIECE_BYTES = 64 * 1024;

  /**
   * 32 MB of what comes over the network, of which a driver and its reader make four times that.
   */
  private static final int PIECES = 512;

  private static final Semaphore ROOM = new Semaphore(PIECES);

  private AnswerRoom() {}

  /** What one connection takes of it. */
  public static Share share() {
    return new Share();
  }

  /** Used by the one thread that reads. */
  public static final class Share {
    private int pieces;

    private Share() {}

    /**
     * Makes room for an answer of so many bytes, and waits for it where others have it all.
     *
     * @throws SocketTimeoutException when the deadline came before
     */
    public void grow(long bytes, Optional<Deadline> deadline) throws IOException {
      int wanted = (int) Math.max(0, (bytes - FREE_BYTES + PIECE_BYTES - 1) / PIECE_BYTES);
      if (wanted <= pieces) {
        return;
      }
      try {
        long millis = deadline.map(Deadline::remainingMillis).orElse(1);
        if (!ROOM.tryAcquire(wanted - pieces, millis, TimeUnit.MILLISECONDS)) {
          throw new SocketTimeoutException("other answers took all room that there is for them");
        }
        pieces = wanted;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    /** Gives it all back. */
    public void leave() {
      ROOM.release(pieces);
      pieces = 0;
    }
  }
}
