package io.tutti.cli.verb;

import io.tutti.cli.session.Query;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of the past is listed. */
final class PastOptions {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "Only from that time on: 90s, 30m, 2h or 1d ago, or a time such as 2026-11-23T08:00:00Z,"
              + " 2026-11-23T08:00 or 2026-11-23.")
  private @Nullable Instant since;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many, the newest. Default: ${DEFAULT-VALUE}.")
  private int limit;

  Query of(String path) {
    return new Query(path)
        .with("limit", Optional.of(limit))
        .with("since", Optional.ofNullable(since));
  }

  /** For what the controller answers whole. */
  boolean takes(Instant moment) {
    return since == null || !moment.isBefore(since);
  }

  int limit() {
    return limit;
  }
}
