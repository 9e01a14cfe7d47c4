package io.tutti.cli.help;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is wrong with a command line.
 *
 * @param command that was meant to be run
 * @param sentence what is wrong
 * @param help the command that shows how it is right
 * @param meant what was probably meant; may be empty
 */
public record UsageError(String command, String sentence, String help, List<String> meant) {
  /** The library names the place; here the name of the parameter or option is enough. */
  private static final Pattern INVALID =
      Pattern.compile("^Invalid value for [^(':]*[('](\\S+?)[')]+[^:]*:\\s+");

  public static UsageError of(ParameterException refusal) {
    CommandSpec command = refusal.getCommandLine().getCommandSpec();
    return new UsageError(
        command.qualifiedName(), sentence(refusal, command), help(command), meant(refusal));
  }

  private static String help(CommandSpec command) {
    return command.parent() == null ? "tutti help" : command.qualifiedName() + " --help";
  }

  private static String sentence(ParameterException refusal, CommandSpec command) {
    if (refusal instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      List<String> labels = missing.getMissing().stream().map(UsageError::label).toList();
      return String.join(" and ", labels) + (labels.size() == 1 ? " is missing." : " are missing.");
    }
    if (refusal instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, command);
    }
    String message = String.valueOf(refusal.getMessage()).replaceFirst("^Error: ", "");
    if (message.startsWith("Missing required subcommand")) {
      return command.parent() == null
          ? "A command is missing."
          : "One of its commands is missing: %s."
              .formatted(String.join(", ", command.subcommands().keySet()));
    }
    String whole = INVALID.matcher(message).replaceFirst("$1: ").replace("\n", " ").strip();
    return whole.endsWith(".") ? whole : whole + ".";
  }

  private static String unmatched(UnmatchedArgumentException unmatched, CommandSpec command) {
    String first = unmatched.getUnmatched().getFirst();
    if (unmatched.isUnknownOption()) {
      return "There is no option %s.".formatted(first);
    }
    return command.subcommands().isEmpty()
        ? "It does not take \"%s\".".formatted(first)
        : "There is no command \"%s\".".formatted(first);
  }

  private static String label(ArgSpec missing) {
    return missing instanceof OptionSpec option
        ? option.longestName() + "=" + option.paramLabel()
        : missing.paramLabel();
  }

  private static List<String> meant(ParameterException refusal) {
    return refusal instanceof UnmatchedArgumentException unmatched
        ? unmatched.getSuggestions().stream().map(String::strip).toList()
        : List.of();
  }
}
