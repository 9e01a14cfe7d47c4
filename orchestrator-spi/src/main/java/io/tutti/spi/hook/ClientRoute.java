package io.tutti.spi.hook;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.io.IOException;
import java.util.Set;

/** Something that leads clients to the server that takes writes: a proxy, a key, an address. */
public interface ClientRoute {
  /** What and where it is, for people, without secrets. */
  String describe();

  /**
   * Reads what there is now, and changes nothing.
   *
   * @return sentences
   * @throws IOException when it cannot be read, with the reason as a sentence
   */
  String look(Deadline deadline) throws IOException;

  /**
   * Makes it so, and reads back whether it is; where it is so already, nothing is changed.
   *
   * @param ours the servers of the cluster: what leads to none of them is not touched
   * @return what was changed, and what it is now: sentences
   * @throws IOException when it is not so now, with the reason as a sentence
   */
  String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException;
}
