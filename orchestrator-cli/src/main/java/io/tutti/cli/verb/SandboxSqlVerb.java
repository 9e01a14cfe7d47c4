package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.SqlScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti sandbox sql}: most pinned releases come without a client program. */
@Command(
    name = "sql",
    header = "Runs statements on a server of a sandbox, as its root.",
    description =
        "All in one session. It ends at the first that fails. Rows are printed with tabs between"
            + " their columns.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti sandbox sql 1 \"SELECT @@version\"",
      "  tutti grants --flavor mysql-8.0 | tutti sandbox sql 1",
      "  tutti sandbox sql 2 \"STOP SLAVE SQL_THREAD\" --name rings"
    })
final class SandboxSqlVerb implements Callable<Integer> {
  @Mixin private SandboxNode node = new SandboxNode();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SQL",
      description = "Statements with semicolons between them. Without it: standard input.")
  private @Nullable String sql;

  private final TuttiCommand tutti;

  SandboxSqlVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    SqlScript script = SqlScript.parse(sql == null ? standardInput() : sql);
    List<List<Row>> answers = node.with(tutti, server -> server.run(script));
    if (tutti.output().isDocument()) {
      tutti
          .output()
          .document(
              Json.write(
                  Map.of(
                      "answers",
                      answers.stream()
                          .map(rows -> rows.stream().map(Row::values).toList())
                          .toList())));
    } else {
      answers.forEach(this::print);
    }
    return ExitCode.DONE;
  }

  private static String standardInput() {
    try {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "STANDARD_INPUT",
          "Standard input cannot be read: %s.".formatted(e.getMessage()),
          List.of());
    }
  }

  private void print(List<Row> rows) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.values().keySet()));
    if (!columns.isEmpty()) {
      tutti.screen().print(String.join("\t", columns));
    }
    rows.forEach(row ->
        tutti
            .screen()
            .print(
                columns.stream()
                    .map(column -> row.find(column).orElse("NULL"))
                    .collect(Collectors.joining("\t"))));
  }
}
