package io.tutti.cli.verb;

import io.tutti.binlog.file.TableKeys;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tutti binlog keys}. */
@Command(
    name = "keys",
    header = "Shows the query that asks a server for the keys of its tables.",
    description =
        "Its answer is the file of --keys: schema, table, key, place in the key and place in the"
            + " table, with tabs between them. The query reads information_schema only.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  mysql -h db1 -N -B -e \"$(tutti binlog keys)\" > keys.tsv",
      "  tutti binlog simulate --keys keys.tsv binlog.000042"
    })
final class BinlogKeysVerb implements Callable<Integer> {
  private final TuttiCommand tutti;

  BinlogKeysVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    tutti
        .output()
        .print(
            Json.write(Map.of("query", TableKeys.QUERY)),
            () -> TableKeys.QUERY.lines().map(Line::of).toList());
    return ExitCode.DONE;
  }
}
