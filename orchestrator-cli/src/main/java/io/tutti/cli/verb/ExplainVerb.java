package io.tutti.cli.verb;

import io.tutti.cli.explain.FindingPages;
import io.tutti.cli.explain.FindingText;
import io.tutti.cli.render.ExplainPage;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.spi.knob.NearNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti explain}. */
@Command(
    name = "explain",
    header = "Says what a finding means, why it matters, and what to do.",
    description = "Needs no controller: the pages come with the command line.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti explain REPLICA_LAGGING", "  tutti explain                   all codes"})
public final class ExplainVerb implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CODE",
      description = "The code of a finding; all codes are listed when it is left out.")
  private @Nullable String code;

  private final TuttiCommand tutti;
  private final FindingPages pages;

  public ExplainVerb(TuttiCommand tutti) {
    this(tutti, FindingPages.ofProgram());
  }

  ExplainVerb(TuttiCommand tutti, FindingPages pages) {
    this.tutti = tutti;
    this.pages = pages;
  }

  /** For programs. */
  private static Map<String, String> fields(FindingText page) {
    return Map.of("code", page.code(), "summary", page.summary(), "page", page.markdown());
  }

  @Override
  public Integer call() {
    String meant = code;
    if (meant == null) {
      list();
    } else {
      show(pages.find(meant).orElseThrow(() -> unknown(meant)));
    }
    return ExitCode.DONE;
  }

  private void show(FindingText page) {
    tutti
        .output()
        .print(Json.write(fields(page)), () -> ExplainPage.of(page, tutti.screen().columns()));
  }

  private void list() {
    List<FindingText> all = pages.all();
    tutti
        .output()
        .print(
            Json.write(Map.of("items", all.stream().map(ExplainVerb::fields).toList())),
            () -> ExplainPage.list(all));
  }

  private CommandFailure unknown(String meant) {
    List<String> known =
        pages.all().stream().map(page -> page.code().toLowerCase(Locale.ROOT)).toList();
    List<String> near =
        NearNames.of(meant, known).stream()
            .map(name -> "tutti explain " + name.toUpperCase(Locale.ROOT))
            .toList();
    return CommandFailure.local(
        ExitCode.FAILED,
        "UNKNOWN_FINDING",
        "There is no finding with the code \"%s\".".formatted(meant),
        near.isEmpty() ? List.of("\"tutti explain\" lists all codes") : near);
  }
}
