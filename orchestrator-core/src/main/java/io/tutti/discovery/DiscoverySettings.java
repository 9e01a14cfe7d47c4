package io.tutti.discovery;

import io.tutti.topology.Watching;
import java.time.Duration;

/**
 * How often and how patiently instances are read.
 *
 * @param pollInterval from the start of one reading of an instance to the start of the next, before
 *     jitter
 * @param jitter how much of the interval is random, 0 to 1, so that a fleet is not read in one
 *     burst
 * @param contactTimeout the deadline of one whole contact with one instance
 * @param firstContactTimeout the deadline of the first contact with an instance, counted from its
 *     greeting, for which it has the usual one; never less than that
 * @param forgetAfter how long an instance may fail to answer before it is forgotten
 * @param aliasRecheck how often it is checked that another name still leads to the same server
 * @param concurrentContactsMax how many instances are contacted at the same moment
 * @param instancesMax how many instances are watched; more are refused, so that a wrong hint cannot
 *     fill the memory
 * @param frozenAfter for how long a source whose host takes connections says nothing until it is
 *     taken for frozen
 */
public record DiscoverySettings(
    Duration pollInterval,
    double jitter,
    Duration contactTimeout,
    Duration firstContactTimeout,
    Duration forgetAfter,
    Duration aliasRecheck,
    int concurrentContactsMax,
    int instancesMax,
    Duration frozenAfter) {

  public static final DiscoverySettings DEFAULT =
      new DiscoverySettings(
          Duration.ofSeconds(1),
          0.1,
          Duration.ofSeconds(3),
          Duration.ofSeconds(30),
          Duration.ofHours(24),
          Duration.ofSeconds(30),
          64,
          20_000,
          Watching.FROZEN_AFTER);

  private static final Duration LATE_AFTER = Duration.ofMinutes(1);

  public DiscoverySettings {
    require(pollInterval.toMillis() >= 10, "the poll interval must be 10 ms or more");
    require(jitter >= 0 && jitter <= 1, "the jitter must be between 0 and 1");
    require(contactTimeout.toMillis() >= 10, "the contact timeout must be 10 ms or more");
    require(firstContactTimeout.isPositive(), "the timeout of the first contact must be positive");
    require(
        forgetAfter.isPositive(), "the time after which instances are forgotten must be positive");
    require(aliasRecheck.isPositive(), "the interval of alias checks must be positive");
    require(concurrentContactsMax > 0, "at least one contact at a time must be allowed");
    require(instancesMax > 0, "at least one instance must be allowed");
    require(frozenAfter.toMillis() >= 1000, "a source is frozen after 1 s or more");
  }

  /** Of a contact with an instance that was not reached yet, counted from its greeting. */
  Duration untilReached() {
    return firstContactTimeout.compareTo(contactTimeout) > 0 ? firstContactTimeout : contactTimeout;
  }

  /** A contact may wait for many others that each take their whole time. */
  Duration lateAfter() {
    return untilReached().multipliedBy(10).plus(LATE_AFTER);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
