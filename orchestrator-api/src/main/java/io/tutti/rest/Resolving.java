package io.tutti.rest;

import io.tutti.doctor.ServerObservation.Place;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks where names lead, and waits for that no longer than it may. */
final class Resolving {
  private final Resolver resolver;

  Resolving(Resolver resolver) {
    this.resolver = resolver;
  }

  /** Where a name leads; it may take long to say so. */
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  Observed<List<Place>> places(String host, Deadline deadline) {
    CompletableFuture<Observed<List<Place>>> reported = new CompletableFuture<>();
    // Of its own: nothing interrupts a resolver, and it would hold the carrier of virtual threads.
    Thread.ofPlatform().daemon().name("resolve").start(() -> reported.complete(asked(host)));
    return reported
        .completeOnTimeout(
            Observed.unknown("it was not resolved in time"),
            deadline.remainingMillis(),
            TimeUnit.MILLISECONDS)
        .join();
  }

  private Observed<List<Place>> asked(String host) {
    try {
      return Observed.known(
          Arrays.stream(resolver.resolve(host))
              .map(each -> new Place(each.getHostAddress(), each.isLoopbackAddress()))
              .distinct()
              .toList());
    } catch (UnknownHostException e) {
      return Observed.known(List.of());
    }
  }
}
