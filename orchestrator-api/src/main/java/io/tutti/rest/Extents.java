package io.tutti.rest;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.security.Caller;
import io.tutti.topology.Extent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What requests say of servers and clusters that are to be quiet for a while. */
final class Extents {
  /** What should always be so is a setting. */
  private static final Duration TTL_MAX = Duration.ofDays(366);

  private Extents() {}

  /**
   * @throws OrchestratorException INVALID_REQUEST of none or both; of one that is not known
   */
  static Extent of(Fleet fleet, Optional<String> instance, Optional<String> cluster) {
    if (instance.isPresent() == cluster.isPresent()) {
      throw refusal(
          "instance",
          "The request names no server and no cluster, or both.",
          "send {\"instance\":\"db7:3306\"} or {\"cluster\":\"db1:3306\"}");
    }
    return instance
        .map(name -> Extent.of(fleet.addressOf(name)))
        .orElseGet(() ->
            Extent.ofCluster(
                fleet
                    .requireCluster(fleet.world().view().topology(), cluster.orElseThrow())
                    .name()));
  }

  /** The same of what may be known no more: it must be possible to end it. */
  static Extent known(Fleet fleet, Optional<String> instance, Optional<String> cluster) {
    if (instance.isPresent() != cluster.isPresent()) {
      if (cluster.isPresent()
          && fleet.world().view().topology().findCluster(cluster.get()).isEmpty()) {
        return Extent.ofCluster(cluster.get());
      }
      Optional<InstanceAddress> address = instance.map(Fleet::parse);
      if (address.isPresent() && fleet.world().view().topology().find(address.get()).isEmpty()) {
        return Extent.of(address.get());
      }
    }
    return of(fleet, instance, cluster);
  }

  /** Until when, if it is so from now on; a request must say it. */
  static Instant until(Fleet fleet, Optional<Duration> ttl) {
    return until(
        fleet,
        ttl.orElseThrow(() ->
            refusal("ttl", "The request does not say until when.", "send {\"ttl\":\"PT2H\"}")));
  }

  static Instant until(Fleet fleet, Duration span) {
    if (!span.isPositive() || span.compareTo(TTL_MAX) > 0) {
      throw refusal(
          "ttl",
          "\"%s\" is not a time from now on of a year at most.".formatted(span),
          "send {\"ttl\":\"PT2H\"}; for a permanent change use the settings of tutti.findings");
    }
    return fleet.clock().instant().plus(span);
  }

  static String reason(Caller caller) {
    return caller
        .reason()
        .orElseThrow(() ->
            refusal(
                "reason",
                "The request does not say why.",
                "give it with --reason TEXT, over REST with ?reason=TEXT"));
  }

  static OrchestratorException refusal(String parameter, String observed, String remedy) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST, parameter, observed, List.of(remedy));
  }
}
