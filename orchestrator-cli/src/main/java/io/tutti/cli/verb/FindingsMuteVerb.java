package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti findings mute}. */
@Command(
    name = "mute",
    header = "Mutes findings until a time.",
    description =
        "They are shown apart and not counted: those of now, and those that come until then. It"
            + " needs --reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings mute REPLICA_LAGGING db2:3306 --for 2h --reason \"index is built\"",
      "  tutti findings mute REPLICA_LAGGING --cluster db1:3306 --for 1d --reason \"big import\""
    })
public final class FindingsMuteVerb extends SilencingVerb {
  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = SpanConverter.class,
      description = "After this they count again: 90s, 30m, 2h, 1d.")
  private @Nullable Duration span;

  public FindingsMuteVerb(TuttiCommand tutti) {
    super(tutti, "/findings:mute");
  }

  @Override
  Optional<Duration> span() {
    return Optional.ofNullable(span);
  }
}
