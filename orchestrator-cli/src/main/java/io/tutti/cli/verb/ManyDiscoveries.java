package io.tutti.cli.verb;

import io.tutti.api.DiscoveryView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Several servers found one after the other; one that is refused keeps no other from it. */
record ManyDiscoveries(TuttiCommand tutti, Function<InstanceAddress, Answer> discover) {

  /** What came of one. */
  private record Row(
      InstanceAddress address, Optional<DiscoveryView> found, Optional<CommandFailure> failure) {
    Line outcome() {
      return found.isPresent()
          ? Line.of("found", Tone.GOOD)
          : Line.of(failure.map(CommandFailure::code).orElse(""), Tone.BAD);
    }

    String why() {
      return failure.map(CommandFailure::sentence).or(() -> found.flatMap(Row::open)).orElse("");
    }

    private static Optional<String> open(DiscoveryView found) {
      List<String> open = new ArrayList<>();
      if (!found.failed().isEmpty()) {
        open.add("%d could not be read".formatted(found.failed().size()));
      }
      if (!found.untrusted().isEmpty()) {
        open.add(
            "%d not trusted, so not promoted: tutti trust --cluster %s"
                .formatted(found.untrusted().size(), found.cluster().orElse(found.seed())));
      }
      return open.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", open));
    }
  }

  /** Returns how the command ends. */
  int run(List<InstanceAddress> addresses) {
    List<Row> rows = addresses.stream().distinct().map(this::row).toList();
    if (!tutti.output().isDocument()) {
      tutti.screen().print(listing().lines(rows, tutti.output().extent()));
    }
    return rows.stream()
        .flatMap(row -> row.failure().stream())
        .findFirst()
        .map(CommandFailure::exitCode)
        .orElse(ExitCode.DONE);
  }

  private Row row(InstanceAddress address) {
    try {
      Answer answer = discover.apply(address);
      document(answer.text());
      return new Row(address, Optional.of(answer.as(DiscoveryView.class)), Optional.empty());
    } catch (CommandFailure e) {
      document(e.document());
      return new Row(address, Optional.empty(), Optional.of(e));
    }
  }

  private void document(String text) {
    if (tutti.output().isDocument()) {
      tutti.output().document(text);
    }
  }

  private static Listing<Row> listing() {
    return Listing.<Row>orElse("Nothing was named.")
        .column("SERVER", row -> Line.of(row.address().toString(), Tone.STRONG))
        .column("DISCOVERY", Row::outcome)
        .text("CLUSTER", row -> row.found().flatMap(DiscoveryView::cluster).orElse(""))
        .text("FOUND", row -> row.found().map(each -> "" + each.reached().size()).orElse(""))
        .text("WHY", Row::why);
  }
}
