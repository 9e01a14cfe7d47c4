package io.tutti.spi.fence;

import io.tutti.model.InstanceState;
import java.util.List;

/** How a release is kept from its clients. Pure. */
public interface FenceGuide {
  /**
   * The strongest set there is, in the order in which it is shut; it is opened in the opposite
   * order. One that sets another one, too, comes after that: so each is restored to what it was
   * just before it was shut.
   */
  List<FenceMeasure> measures();

  /** What gives a variable of a measure that value, as it is executed. */
  String statement(String variable, String value);

  /**
   * The option file with which a server starts kept from its clients: only options that its release
   * knows.
   */
  default List<StartupOption> startupOptions(InstanceState state) {
    return List.of();
  }

  /** What the measures do not keep from the server: whole sentences. */
  List<String> leftOpen();
}
