package io.tutti.cli.verb;

import io.tutti.api.ParallelismBody;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is to be changed where, as it is written on the command line. */
final class KnobArguments {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  @Parameters(
      index = "1..*",
      paramLabel = "KNOB=VALUE",
      description = "What to set; any release's or flavor's name of a knob.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--persist",
      description = "Let the values outlive a restart of the server, and hold them from now on.")
  private boolean persist;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "Which channel's, for knobs of channels; without it all channels.")
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
      description = "How many are changed before they are watched together; default 1.")
  private @Nullable Integer atOnce;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      description = "How long they are watched after the change; default 5.")
  private @Nullable Integer settleSeconds;

  /** Whether nothing is to be set. */
  boolean isEmpty() {
    return settings.isEmpty();
  }

  String address() {
    return Objects.requireNonNull(address).toString();
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
