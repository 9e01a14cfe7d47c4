package io.tutti.plan;

/**
 * The work of a step that carries what was read of servers which go on: a later reading is another
 * one while clients write, and the step does the same.
 */
public interface RestsOnReading {
  /** The same work, without what was read. */
  Record withoutReading();
}
