package io.tutti.cli.verb;

import io.tutti.api.CandidateBody;
import io.tutti.api.CandidateView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tutti candidate}. */
@Command(
    name = "candidate",
    header = "Says whether a replica is to become the source, for a while.",
    description = {
      "It counts for switchover, failover and crash resolve, in the place of the tag promotion of"
          + " that server. It needs --reason.",
      "Without parameters it lists what was said."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti candidate",
      "  tutti candidate db3:3306 must_not --for 2h --reason \"new disk\"",
      "  tutti candidate db3:3306 --end"
    })
public final class CandidateVerb extends ClientVerb {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WISH",
      description =
          "How it is chosen: prefer (before others), neutral (as others), or must_not (never, by name"
              + " neither).")
  private @Nullable String wish;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this it is over: 90s, 30m, 2h, 1d. Without it, when you end it.")
  private @Nullable Duration span;

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      description = "Whose wish it is. By default the name of your token.")
  private @Nullable String owner;

  @Option(names = "--end", description = "End what was said of the server.")
  private boolean end;

  public CandidateVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    if (instance == null) {
      return controller.get("/candidates");
    }
    String path = ControllerClient.path("/instances/{}/candidate", instance.toString());
    if (end) {
      return controller.delete(path);
    }
    if (wish == null) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "Say prefer, neutral, must_not, or --end.");
    }
    return controller.post(
        path, new CandidateBody(wish, Optional.ofNullable(owner), Optional.ofNullable(span)));
  }

  @Override
  List<Line> show(Answer answer) {
    if (instance == null) {
      return listing().lines(answer.items(CandidateView.class), tutti().output().extent());
    }
    return List.of(
        Line.of(
            end
                ? "What was said of %s is ended.".formatted(instance)
                : said(answer.as(CandidateView.class))));
  }

  private static String said(CandidateView view) {
    return "%s is %s, %s."
        .formatted(
            view.instance(),
            switch (view.wish()) {
              case "prefer" -> "promoted before others";
              case "neutral" -> "promoted as any other";
              default -> "not promoted";
            },
            view.until().map(at -> "until " + Times.second(at)).orElse("until you end it"));
  }

  private static Listing<CandidateView> listing() {
    return Listing.<CandidateView>orElse("Nobody has said whom to promote; tags may say it, too.")
        .column("SERVER", each -> Line.of(each.instance(), Tone.STRONG))
        .text("WISH", CandidateView::wish)
        .text("OWNER", CandidateView::owner)
        .column("SINCE", each -> Line.of(Times.second(each.since()), Tone.DIM))
        .text("UNTIL", each -> each.until().map(Times::second).orElse("it is ended"))
        .text("REASON", CandidateView::reason);
  }
}
