package io.tutti.rest;

import io.tutti.api.BinlogAnalysisBody;
import io.tutti.api.SimulationBody;
import io.tutti.binlog.live.Place;
import io.tutti.binlog.live.Wanted;
import io.tutti.binlog.simulate.GivenFacts;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.reading.ReadingOrder;
import io.tutti.reading.ReadingWork;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns requests into what is read, within the bounds of the controller. */
record ReadingOrders(Fleet fleet) {
  private static final Duration LAST = Duration.ofHours(1);
  private static final Duration LAST_MAX = Duration.ofDays(365);
  private static final long BYTES = 1_000_000_000;
  private static final long BYTES_MAX = 10_000_000_000L;
  private static final long RATE = 25_000_000;
  private static final long RATE_MAX = 100_000_000;
  private static final int RUNNING_MAX = 100_000;

  /** Longer than 10 GB at the usual rate. */
  private static final Duration AT_MOST = Duration.ofHours(1);

  private static final int TRANSACTIONS = 50_000;
  private static final int TRANSACTIONS_MAX = 200_000;
  private static final int WORKERS_MAX = 16_383;
  private static final int COUNTS_MAX = 32;

  /** A second for a row or a commit, and a million transactions a second. */
  private static final double NUMBER_MAX = 1_000_000;

  private static final int CORES_MAX = 4_096;
  private static final int HISTORY_MAX = 10_000_000;

  ReadingOrder analysis(BinlogAnalysisBody asked) {
    Wanted wanted =
        wanted(
            asked.last(),
            place("from", asked.from()),
            place("to", asked.to()),
            new Bounds(asked.limitBytes(), asked.bytesPerSecond(), asked.maxRunning()));
    return new ReadingOrder(
        instance(asked.instance()),
        wanted,
        new ReadingWork.Analysis(asked.verify().orElse(false), asked.rows().orElse(false)));
  }

  ReadingOrder simulation(SimulationBody asked) {
    Wanted wanted =
        wanted(
            asked.last(),
            place("from", asked.from()),
            place("to", asked.to()),
            new Bounds(asked.limitBytes(), asked.bytesPerSecond(), asked.maxRunning()));
    List<Integer> workers = workers(asked.workers().orElse(Simulator.WORKERS));
    GivenFacts facts =
        new GivenFacts(
            number("commitMicros", asked.commitMicros()),
            number("serialTransactionsPerSecond", asked.serialTransactionsPerSecond()),
            asked.cores().map(each -> (int) within("cores", each, 1, CORES_MAX)),
            number("transactionMicros", asked.transactionMicros()),
            number("rowMicros", asked.rowMicros()),
            asked.historySize().map(each -> (int) within("historySize", each, 1, HISTORY_MAX)));
    return new ReadingOrder(
        instance(asked.instance()),
        wanted,
        new ReadingWork.Prediction(
            (int)
                within(
                    "transactions", asked.transactions().orElse(TRANSACTIONS), 1, TRANSACTIONS_MAX),
            asked.schemes().orElse(List.of()).stream().map(ReadingOrders::scheme).toList(),
            workers,
            facts.facts()));
  }

  /** Only what the controller watches, and is let into. */
  private InstanceAddress instance(String address) {
    Node node = fleet.nodeOf(address);
    Optional<ContactFailure> failure = node.failure();
    if (failure.isPresent()) {
      throw new OrchestratorException(
          failure.get().code(),
          node.address().toString(),
          failure.get().observed(),
          failure.get().remedies());
    }
    if (!node.isReached()) {
      throw new OrchestratorException(
          ErrorCode.CONNECTION_LOST,
          node.address().toString(),
          "%s was not reached yet since the controller started.".formatted(node.address()),
          Remedies.of(Acts.showInstance(node.address())));
    }
    return node.address();
  }

  private record Bounds(
      Optional<Long> bytes, Optional<Long> bytesPerSecond, Optional<Integer> running) {}

  private static Wanted wanted(
      Optional<Duration> last, Optional<Place> from, Optional<Place> to, Bounds bounds) {
    Duration asked = last.orElse(LAST);
    if (!asked.isPositive() || asked.compareTo(LAST_MAX) > 0) {
      throw invalid("last", "\"%s\" is not between PT1S and P365D".formatted(asked), "PT1H");
    }
    return new Wanted(
        asked,
        from,
        to,
        within("limitBytes", bounds.bytes().orElse(BYTES), 1, BYTES_MAX),
        within("bytesPerSecond", bounds.bytesPerSecond().orElse(RATE), 1, RATE_MAX),
        bounds.running().map(each -> (int) within("maxRunning", each, 1, RUNNING_MAX)),
        AT_MOST);
  }

  private static Optional<Place> place(String field, Optional<String> text) {
    return text.map(each ->
        Place.parse(each)
            .orElseThrow(
                () -> invalid(field, "\"%s\" is no place".formatted(each), "binlog.000042:4711")));
  }

  private static List<Integer> workers(List<Integer> asked) {
    if (asked.isEmpty() || asked.size() > COUNTS_MAX) {
      throw invalid(
          "workers", "there are %d numbers of workers".formatted(asked.size()), "[0, 4, 8]");
    }
    return asked.stream()
        .map(each -> (int) within("workers", each, 0, WORKERS_MAX))
        .distinct()
        .sorted()
        .toList();
  }

  private static Scheme scheme(String text) {
    return Scheme.find(text)
        .orElseThrow(() ->
            invalid(
                "schemes",
                "\"%s\" is no scheme".formatted(text),
                Arrays.stream(Scheme.values())
                    .map(Scheme::text)
                    .collect(Collectors.joining(", "))));
  }

  private static Optional<Double> number(String field, Optional<Double> asked) {
    return asked.map(each -> {
      if (!(each >= 0 && each <= NUMBER_MAX)) {
        throw invalid(field, "%s is not between 0 and %.0f".formatted(each, NUMBER_MAX), "1000.0");
      }
      return each;
    });
  }

  private static long within(String field, long asked, long least, long most) {
    if (asked < least || asked > most) {
      throw invalid(
          field,
          "%d is not between %d and %d".formatted(asked, least, most),
          String.valueOf(Math.clamp(asked, least, most)));
    }
    return asked;
  }

  private static OrchestratorException invalid(String field, String what, String example) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        field,
        "Of %s, %s. Nothing was read.".formatted(field, what),
        Stream.of("send %s such as: %s".formatted(field, example)).toList());
  }
}
