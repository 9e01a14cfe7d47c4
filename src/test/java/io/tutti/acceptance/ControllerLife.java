package io.tutti.acceptance;

import java.nio.file.Path;
import java.util.Map;

/** How a controller of the tests lives: in a process of its own, or in that of the tests. */
interface ControllerLife {
  Path DISTRIBUTION = Path.of("../../distribution/target/tutti").toAbsolutePath().normalize();

  /** Until it answers. */
  void start(Map<String, String> settings);

  boolean isAlive();

  /** Ends it as users do, by asking. */
  void end();

  /**
   * @return the process that can be killed and frozen without anybody else
   */
  ControllerProcess process();
}
