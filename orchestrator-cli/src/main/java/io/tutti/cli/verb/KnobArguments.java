package io.tutti.cli.verb;

import io.tutti.api.ParallelismBody;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is to be changed where, as it is written on the command line. */
final class KnobArguments {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Parameters(
      index = "1..*",
      paramLabel = "KNOB=VALUE",
      description = "What to set. A variable may have its name of any release or flavor.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--persist",
      description = "Keep the values over a restart of the server, and report it when they change.")
  private boolean persist;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel, for settings of channels; by default all channels.")
  private @Nullable String channel;

  @Option(
      names = "--also",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Further instances of the same cluster.")
  private List<InstanceAddress> also = new ArrayList<>();

  @Option(
      names = "--at-once",
      paramLabel = "N",
      description =
          "How many servers are changed at a time before they are watched together; default 1.")
  private @Nullable Integer atOnce;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      description = "How many seconds they are watched after the change; default 5.")
  private @Nullable Integer settleSeconds;

  /** Whether nothing is to be set. */
  boolean isEmpty() {
    return settings.isEmpty();
  }

  String address() {
    return instance.address();
  }

  ParallelismBody body(boolean dryRun) {
    return new ParallelismBody(
        Optional.of(settings),
        Optional.of(dryRun),
        Optional.of(persist),
        Optional.ofNullable(channel),
        Optional.of(also.stream().map(InstanceAddress::toString).toList()),
        Optional.ofNullable(atOnce),
        Optional.ofNullable(settleSeconds).map(Duration::ofSeconds));
  }
}
