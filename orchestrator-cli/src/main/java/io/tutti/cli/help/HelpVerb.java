package io.tutti.cli.help;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code tutti help}. */
@Command(
    name = "help",
    header = "Shows the help of a command or a topic.",
    description =
        "The topics are options, which every command takes, output, colors and exit-codes. Without a"
            + " command it lists all of them.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti help topology", "  tutti help sandbox up", "  tutti help exit-codes"})
public final class HelpVerb implements Callable<Integer> {
  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "COMMAND|TOPIC",
      description = "The command with the names above it, or a topic.")
  private List<String> words = List.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = Objects.requireNonNull(spec).root().commandLine();
    Optional<HelpTopic> topic =
        words.size() == 1 ? HelpTopic.find(words.getFirst()) : Optional.empty();
    if (topic.isPresent()) {
      root.getOut().print(text(topic.get(), root));
    } else {
      command(root).usage(root.getOut(), root.getColorScheme());
    }
    root.getOut().flush();
    return root.getCommandSpec().exitCodeOnSuccess();
  }

  private CommandLine command(CommandLine root) {
    CommandLine found = root;
    for (String word : words) {
      CommandLine next = found.getSubcommands().get(word);
      if (next == null) {
        throw new UnmatchedArgumentException(found, List.of(word));
      }
      found = next;
    }
    return found;
  }

  private static String text(HelpTopic topic, CommandLine root) {
    return switch (topic) {
      case OPTIONS -> ofEveryCommand(root);
      case OUTPUT, COLORS, EXIT_CODES -> String.join("\n", topic.lines()) + "\n";
    };
  }

  private static String ofEveryCommand(CommandLine root) {
    List<OptionSpec> shown =
        root.getCommandSpec().options().stream().filter(option -> !option.hidden()).toList();
    return "Every command takes these:\n\n" + root.getHelp().optionListExcludingGroups(shown);
  }
}
