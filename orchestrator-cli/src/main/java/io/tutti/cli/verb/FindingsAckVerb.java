package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti findings ack}. */
@Command(
    name = "ack",
    header = "Marks findings as known to you.",
    description =
        "They are not counted until they are over. One that ends and begins again counts. It needs"
            + " --reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings ack REPLICA_LAGGING db2:3306 --reason \"index is built\"",
      "  tutti findings ack APPLIER_STOPPED --cluster db1:3306 --for 8h --reason \"moves tonight\""
    })
public final class FindingsAckVerb extends SilencingVerb {
  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this they count again, if they are still there: 90s, 30m, 2h, 1d.")
  private @Nullable Duration span;

  public FindingsAckVerb(TuttiCommand tutti) {
    super(tutti, "/findings:acknowledge");
  }

  @Override
  Optional<Duration> span() {
    return Optional.ofNullable(span);
  }
}
