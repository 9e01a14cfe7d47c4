package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * Whether it works.
 *
 * @param parts what it is made of
 */
public record HealthView(Status status, List<PartView> parts) {
  /** UP or DOWN. */
  public enum Status {
    UP,
    DOWN
  }

  /**
   * A part of the controller.
   *
   * @param why what is wrong with it
   */
  public record PartView(String name, Status status, Optional<String> why) {}
}
