package io.tutti.model;

import java.util.List;

/**
 * That this controller may fail a server over by itself, as a lock on it shows to other ones.
 *
 * @param isHeld whether this controller has one
 * @param others sessions of other controllers that have one, as their server names them
 */
public record Claim(boolean isHeld, List<String> others) {
  public Claim {
    others = List.copyOf(others);
  }
}
