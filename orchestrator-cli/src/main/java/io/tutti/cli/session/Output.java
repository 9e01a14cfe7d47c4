package io.tutti.cli.session;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.view.Identifiers;
import io.tutti.cli.view.Json;
import java.util.List;
import java.util.function.Supplier;

/**
 * Prints answers in the form that was asked for: the one way of every command.
 *
 * @param screen where to
 */
public record Output(Screen screen, OutputFormat format) {

  public boolean isDocument() {
    return format.isDocument();
  }

  public boolean isWide() {
    return format == OutputFormat.WIDE;
  }

  /** Whether errors are documents, too; who wants names reads them as sentences. */
  public boolean printsProblems() {
    return format == OutputFormat.JSON || format == OutputFormat.YAML;
  }

  /** How much of a list is shown, and where. */
  public Listing.Extent extent() {
    return new Listing.Extent(isWide(), columns());
  }

  /**
   * How wide a table may be. In a file, in a pipe, and where all columns are wanted, each row is
   * one line.
   */
  public int columns() {
    return screen.terminal() && !isWide() ? screen.columns() : Integer.MAX_VALUE;
  }

  /**
   * Prints an answer.
   *
   * @param document JSON
   * @param lines the same for people
   */
  public void print(String document, Supplier<List<Line>> lines) {
    if (isDocument()) {
      document(document);
    } else {
      screen.page(lines.get());
    }
  }

  /**
   * Prints a document for programs; as JSON where the form is one for people.
   *
   * @throws CommandFailure when its identifiers are wanted and it has none
   */
  public void document(String json) {
    switch (format) {
      case YAML -> screen.printDocument(Json.parse(json).map(Json::yaml).orElse(json));
      case NAME -> names(json).forEach(screen::print);
      default -> screen.printDocument(json);
    }
  }

  private static List<String> names(String json) {
    return Json.parse(json)
        .flatMap(Identifiers::of)
        .orElseThrow(() ->
            CommandFailure.local(
                ExitCode.USAGE,
                "NO_NAME",
                "What this command prints has no identifiers.",
                List.of("use -o json or -o yaml")));
  }
}
