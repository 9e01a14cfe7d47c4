package io.tutti.cli.verb;

import io.tutti.api.BackupBody;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a backup session is to be: options of {@code begin} and {@code run}. */
final class SessionOptions {
  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this the session ends by itself: 90s, 30m, 2h, 1d; default 2h.")
  private @Nullable Duration ttl;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description =
          "The channel whose applier is stopped. Without it all appliers are stopped, and only then"
              + " the server as a whole can be copied.")
  private @Nullable String channel;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long to wait for a long transaction; default 60s.")
  private @Nullable Duration deadline;

  @Option(
      names = "--any",
      description = "Pick a replica of the same cluster: healthy, without replicas, least behind.")
  private boolean any;

  BackupBody body() {
    return new BackupBody(
        Optional.ofNullable(ttl),
        Optional.ofNullable(channel),
        Optional.ofNullable(deadline),
        Optional.of(any),
        Optional.empty());
  }
}
