package io.tutti.rest.rolloutfile;

import io.tutti.rollout.Mistake;

/**
 * A mistake, and where it is.
 *
 * @param line of the file, from 1
 */
public record Located(int line, Mistake mistake) {
  @Override
  public String toString() {
    return "line " + line + ": " + mistake;
  }
}
