package io.tutti.cli.verb;

import io.tutti.api.DecisionsView.DecisionView;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti decisions}. */
@Command(
    name = "decisions",
    header = "Lists what the controller decided by itself, and why.",
    description =
        "It is the latest decision about each case, the newest first. To leave "
            + "something alone is a decision, too.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti decisions", "  tutti decisions --since 1h --rule crash"})
public final class DecisionsVerb extends ListVerb<DecisionView> {
  @Option(names = "--rule", paramLabel = "NAME", description = "Only what this rule decided.")
  private @Nullable String rule;

  @Mixin private final PastOptions past = new PastOptions();

  public DecisionsVerb(TuttiCommand tutti) {
    super(tutti, DecisionView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return Answer.ofItems(
        controller.get("/decisions").json().at("items").items().stream()
            .filter(each -> isWanted(each.as(DecisionView.class)))
            .limit(past.limit())
            .toList());
  }

  private boolean isWanted(DecisionView decision) {
    return (rule == null || rule.equals(decision.rule()))
        && past.takes(Instant.parse(decision.at()));
  }

  @Override
  Listing<DecisionView> listing() {
    return Listing.<DecisionView>orElse("There was nothing to decide yet.")
        .column("SINCE", each -> Line.of(Times.second(each.at()), Tone.DIM))
        .text("RULE", DecisionView::rule)
        .text("INSTANCE", DecisionView::instance)
        .column("DECISION", each -> Line.of(each.decision(), tone(each.decision())))
        .text("OPERATION", each -> each.operation().orElse("-"))
        .wide("CASE", DecisionView::id)
        .wide("AGAIN", each -> each.again().map(Times::second).orElse("-"))
        .text("REASON", DecisionsVerb::reason);
  }

  private static String reason(DecisionView decision) {
    return Stream.concat(
            Stream.of(decision.reason()),
            ActCommand.said(decision.remedies()).stream().map("Remedy: "::concat))
        .collect(Collectors.joining(" "));
  }

  private static Tone tone(String decision) {
    return switch (decision) {
      case "ASK_OPERATOR" -> Tone.BAD;
      case "RECOVER" -> Tone.GOOD;
      default -> Tone.PLAIN;
    };
  }
}
