package io.tutti.cli.verb;

import io.tutti.api.BootBody;
import io.tutti.api.BootView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Times;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti boot-report}. */
@Command(
    name = "boot-report",
    header = "Reports which boot of this host is running.",
    description =
        "From this the controller knows whether a host went down with its server. Without options"
            + " it reports the host that it runs on. On hosts without Tutti the hook in hooks/ does"
            + " the same with curl.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti boot-report",
      "  tutti boot-report --host db2 --boot-id 0e7c… --booted-at 2026-11-21T09:30:00Z"
    })
public final class BootReportVerb extends ClientVerb {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path STAT = Path.of("/proc/stat");

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "The host, as its servers are reached or as they name it.")
  private @Nullable String host;

  @Option(names = "--boot-id", paramLabel = "ID", description = "Another one for each boot.")
  private @Nullable String bootId;

  @Option(
      names = "--booted-at",
      paramLabel = "TIME",
      description = "When it booted, by the host's own clock.")
  private @Nullable Instant bootedAt;

  @Option(
      names = "--cleanly-ended",
      paramLabel = "ID",
      description = "The boot before, when the host was shut down in order.")
  private @Nullable String cleanlyEnded;

  @Option(
      names = "--node-boot-id",
      paramLabel = "ID",
      description = "Of the machine below, such as a Kubernetes node's bootID.")
  private @Nullable String nodeBootId;

  public BootReportVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post("/boot-reports", report());
  }

  private BootBody report() {
    try {
      return new BootBody(
          Optional.of(host == null ? InetAddress.getLocalHost().getHostName() : host),
          Optional.of(bootId == null ? Files.readString(BOOT_ID).strip() : bootId),
          Optional.of(bootedAt == null ? bootTime() : bootedAt),
          Optional.ofNullable(cleanlyEnded),
          Optional.ofNullable(nodeBootId));
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "BOOT_UNKNOWN",
          "This host does not report its boot: %s. Nothing was sent.".formatted(e.getMessage()),
          List.of("give --host, --boot-id and --booted-at"));
    }
  }

  private static Instant bootTime() throws IOException {
    return Files.readAllLines(STAT).stream()
        .filter(line -> line.startsWith("btime "))
        .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(6).strip())))
        .findFirst()
        .orElseThrow(() -> new IOException(STAT + " has no btime"));
  }

  @Override
  List<Line> show(Answer answer) {
    BootView kept = answer.as(BootView.class);
    int reported = kept.incidents().size();
    return List.of(
        Line.of(
            "%s runs since %s; %s."
                .formatted(
                    kept.host(),
                    Times.second(kept.bootedAt()),
                    switch (reported) {
                      case 0 -> "no incident needed this report";
                      case 1 -> "1 incident now shows whether its host went down";
                      default ->
                          "%d incidents now show whether their host went down".formatted(reported);
                    })));
  }
}
