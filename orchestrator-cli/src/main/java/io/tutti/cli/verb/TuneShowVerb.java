package io.tutti.cli.verb;

import io.tutti.api.TuningView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TuningHtml;
import io.tutti.cli.render.TuningPage;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti tune show}. */
@Command(
    name = "show",
    header = "Shows what was measured of a replica.",
    description =
        "By an operation of 'tutti tune run' or 'tutti tune bench', also while it is running: how fast"
            + " each setting was, and what the workers did meanwhile.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tune show 20261125-101500-7f3a01c2",
      "  tutti tune show 20261125-101500-7f3a01c2 --html tuning.html"
    })
public final class TuneShowVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
  private @Nullable String id;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with charts into this file, too, for a browser.")
  private Optional<Path> html = Optional.empty();

  public TuneShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(ControllerClient.path("/tunings/{}", Objects.requireNonNull(id)));
  }

  @Override
  List<Line> show(Answer answer) {
    return TuningPage.of(
        answer.as(TuningView.class), tutti().screen().glyphs(), tutti().screen().columns());
  }

  @Override
  public Integer call() {
    html.ifPresent(
        file -> write(file, TuningHtml.of(ask(tutti().controller()).as(TuningView.class))));
    return super.call();
  }

  private static void write(Path file, String page) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "FILE_NOT_WRITTEN",
          "%s cannot be written: %s.".formatted(file, e.getMessage()),
          List.of("name another file"));
    }
  }
}
