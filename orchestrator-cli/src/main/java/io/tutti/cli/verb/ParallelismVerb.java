package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** {@code tutti parallelism}. */
@Command(
    name = "parallelism",
    header = "Shows and changes how a replica applies in parallel.",
    description =
        "A setting may be named as in any release or flavor; the server's own spelling "
            + "is executed.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti parallelism show db2:3306",
      "  tutti parallelism advise db2:3306",
      "  tutti parallelism plan db2:3306 replica_parallel_workers=8",
      "  tutti parallelism apply db2:3306 replica_parallel_workers=8 --persist",
      "  tutti parallelism apply db2:3306 slave_parallel_mode=optimistic --also db3:3306",
      "  tutti parallelism undo db2:3306"
    })
public final class ParallelismVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new ParallelismVerb())
        .addSubcommand(new ParallelismShowVerb(tutti))
        .addSubcommand(new ParallelismAdviseVerb(tutti))
        .addSubcommand(listingKnobs(new ParallelismPlanVerb(tutti)))
        .addSubcommand(listingKnobs(new ParallelismApplyVerb(tutti)))
        .addSubcommand(new ParallelismUndoVerb(tutti));
  }

  /** With the knobs that there are, as the plugins declare them. */
  private static CommandLine listingKnobs(Object verb) {
    CommandLine command = new CommandLine(verb);
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    List<String> footer = new ArrayList<>(List.of(usage.footer()));
    footer.add("");
    footer.add("Knobs:");
    footer.addAll(declaredKnobs());
    usage.footer(footer.toArray(String[]::new));
    return command;
  }

  private static List<String> declaredKnobs() {
    try (InputStream file = ParallelismVerb.class.getResourceAsStream("knobs.txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replace("%", "%%"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
