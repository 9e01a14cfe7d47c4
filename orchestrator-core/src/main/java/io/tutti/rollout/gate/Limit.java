package io.tutti.rollout.gate;

import io.tutti.rollout.Gate;

/**
 * How much worse is no harm, and how much worse is more than anybody would overlook.
 *
 * @param gate that it belongs to
 * @param harm above which a change is harm, if that is certain
 * @param unseen where the change may be as large as that, without being certain, nothing can be
 *     said: there were too few readings, or they differ too much
 * @param words for an amount, with one number
 */
record Limit(Gate gate, double harm, double unseen, String words) {}
