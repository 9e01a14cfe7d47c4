package io.tutti.doctor;

import java.util.Map;
import java.util.Optional;

/**
 * What a controller knows of itself.
 *
 * @param version of its build
 * @param troubles by each part of it what is wrong; empty where it works
 * @param user with which it logs in to servers; blank where none is set
 * @param servers how many it watches
 * @param flavors how many plugins it has
 */
public record ControllerObservation(
    String version,
    Map<String, Optional<String>> troubles,
    Room room,
    Asker asker,
    String user,
    int servers,
    int flavors) {

  /**
   * Where it keeps its files.
   *
   * @param free in bytes; empty where it is not known
   */
  public record Room(String folder, boolean writable, Optional<Long> free) {}

  /**
   * Who asks.
   *
   * @param name of the token
   * @param role in a word
   * @param mayOperate whether it reaches as far as operations
   */
  public record Asker(String name, String role, boolean mayOperate) {}
}
