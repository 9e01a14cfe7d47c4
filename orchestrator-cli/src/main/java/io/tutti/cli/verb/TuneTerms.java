package io.tutti.cli.verb;

import io.tutti.api.TuningBody;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** By what bounds a replica is measured. */
final class TuneTerms {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "No try begins or continues after that time; default 30m.")
  private @Nullable Duration budget;

  @Option(
      names = "--max-lag",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "The replica is never held back so that it is further behind; default 10m.")
  private @Nullable Duration maxLag;

  @Option(
      names = "--hold-back",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description =
          "So long its applier is stopped before a try, where too little waits for it; default"
              + " 2m.")
  private @Nullable Duration holdBack;

  @Option(
      names = "--transactions",
      paramLabel = "N",
      description = "How many each try applies; by default what waits at the first try.")
  private @Nullable Long transactions;

  String address() {
    return instance.address();
  }

  TuningBody run(Optional<Integer> workersMax, boolean persist, boolean dryRun) {
    return new TuningBody(
        address(),
        Optional.empty(),
        Optional.ofNullable(budget),
        Optional.ofNullable(maxLag),
        Optional.ofNullable(holdBack),
        Optional.ofNullable(transactions),
        workersMax,
        Optional.of(persist),
        Optional.empty(),
        Optional.empty(),
        Optional.of(dryRun));
  }

  TuningBody bench(
      List<Map<String, String>> grid, Optional<String> continued, boolean mayLose, boolean dryRun) {
    return new TuningBody(
        address(),
        Optional.of(grid),
        Optional.ofNullable(budget),
        Optional.ofNullable(maxLag),
        Optional.ofNullable(holdBack),
        Optional.ofNullable(transactions),
        Optional.empty(),
        Optional.empty(),
        continued,
        Optional.of(mayLose),
        Optional.of(dryRun));
  }
}
