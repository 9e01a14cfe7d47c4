package io.tutti.spi.hook;

import io.tutti.spi.Deadline;

/** Sends signed messages over HTTP, as the controller does for all. */
public interface Messages {

  /**
   * Where messages are sent to.
   *
   * @throws IllegalArgumentException when nothing can be sent there, or the secret is too weak
   */
  Channel to(HookOptions options);

  /** One address. */
  interface Channel {
    /**
     * Sends it, and again under the same id where that may help, until the deadline is over.
     *
     * @param json the body
     */
    HookOutcome deliver(String id, String json, Deadline deadline);

    /** The address, without what may be secret. */
    String describe();
  }
}
