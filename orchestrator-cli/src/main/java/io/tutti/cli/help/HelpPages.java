package io.tutti.cli.help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How the help of a command is laid out.
 *
 * <ol>
 *   <li>How it is called: what it needs; options that may be left out are one word.
 *   <li>What it does: its header, then its description as paragraphs.
 *   <li>Its commands, those of {@code tutti} itself in groups.
 *   <li>Its parameters and its own options. Those which every command takes are a topic.
 *   <li>Examples, as they are typed.
 * </ol>
 */
public final class HelpPages {
  private static final int COLUMNS_MIN = 60;

  /** Longer lines of prose are hard to read. */
  private static final int COLUMNS_MAX = 100;

  private static final String SUMMARY = "summary";
  private static final String MORE = "more";

  /** The commands of {@code tutti} by what one wants to do; what is in no group is put last. */
  private static final Map<String, List<String>> GROUPS = groups();

  private HelpPages() {}

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("Begin", List.of("demo", "sandbox", "server", "grants", "doctor"));
    groups.put("Find servers", List.of("discover", "trust", "forget", "cluster", "tag"));
    groups.put(
        "See",
        List.of(
            "clusters",
            "topology",
            "instances",
            "instance",
            "findings",
            "explain",
            "downtime",
            "binlog",
            "flavors"));
    groups.put(
        "Change",
        List.of(
            "switchover",
            "failover",
            "hold",
            "candidate",
            "parallelism",
            "gaps",
            "skip",
            "rejoin",
            "relocate",
            "detach",
            "attach",
            "replicate",
            "co-primary",
            "errant",
            "backup",
            "fence",
            "unfence",
            "operations",
            "hooks"));
    groups.put("After a crash", List.of("crash", "boot-report", "startup-config"));
    groups.put("Who did what, and why", List.of("audit", "decisions", "token"));
    return groups;
  }

  /** Lays out the help of a command and of all below it, for so many columns. */
  public static void layOut(CommandLine root, int columns) {
    giveHelp(root, root.getCommandSpec().findOption("--help"));
    root.setUsageHelpWidth(Math.clamp(columns, COLUMNS_MIN, COLUMNS_MAX));
    Map<String, IHelpSectionRenderer> sections = new LinkedHashMap<>(root.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, HelpPages::synopsis);
    sections.put(SUMMARY, HelpPages::summary);
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpPages::commands);
    sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, HelpPages::parameters);
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPages::options);
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpPages::footer);
    sections.put(MORE, HelpPages::more);
    root.setHelpSectionMap(sections);
    root.setHelpSectionKeys(
        List.of(
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            SUMMARY,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            MORE));
  }

  /** A verb whose own --version is that of servers inherits none of the standard options. */
  private static void giveHelp(CommandLine command, OptionSpec help) {
    if (command.getCommandSpec().findOption("--help") == null) {
      command.getCommandSpec().addOption(OptionSpec.builder(help).build());
    }
    command.getSubcommands().values().forEach(each -> giveHelp(each, help));
  }

  private static String synopsis(Help help) {
    CommandSpec spec = help.commandSpec();
    List<String> words = new ArrayList<>();
    words.add(spec.qualifiedName());
    own(spec)
        .filter(OptionSpec::required)
        .filter(option -> option.group() == null || !option.group().exclusive())
        .forEach(option -> words.add(option.longestName() + "=" + option.paramLabel()));
    if (own(spec).anyMatch(option -> !option.required()) || isRoot(spec)) {
      words.add("[OPTIONS]");
    }
    spec.positionalParameters()
        .forEach(each ->
            words.add(
                help.parameterLabelRenderer()
                    .renderParameterLabel(each, help.ansi(), List.of())
                    .plainString()));
    if (!spec.subcommands().isEmpty()) {
      words.add("COMMAND");
    }
    return String.join(" ", words) + "\n";
  }

  private static boolean isRoot(CommandSpec spec) {
    return spec.parent() == null;
  }

  private static Stream<OptionSpec> own(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden() && !option.inherited())
        .filter(option -> !option.usageHelp() && !option.versionHelp());
  }

  private static String summary(Help help) {
    String header = help.header();
    String description = help.description();
    return "\n" + header + (description.isBlank() ? "" : "\n" + description);
  }

  private static String commands(Help help) {
    Map<String, Help> known = help.subcommands();
    if (known.isEmpty()) {
      return "";
    }
    if (!isRoot(help.commandSpec())) {
      return "\nCommands:\n" + help.commandList(known);
    }
    Set<String> left = new LinkedHashSet<>(known.keySet());
    StringBuilder text = new StringBuilder();
    GROUPS.forEach((title, names) -> {
      text.append(group(title, names, known, help));
      names.forEach(left::remove);
    });
    return text.append(group("More", left, known, help)).toString();
  }

  private static String group(
      String title, Iterable<String> names, Map<String, Help> known, Help help) {
    Map<String, Help> members = new LinkedHashMap<>();
    names.forEach(name -> {
      if (known.containsKey(name)) {
        members.put(name, known.get(name));
      }
    });
    return members.isEmpty() ? "" : "\n" + title + ":\n" + aligned(members, known, help);
  }

  /** All groups in the same columns: the longest name of all decides. */
  private static String aligned(Map<String, Help> members, Map<String, Help> known, Help help) {
    int width = known.keySet().stream().mapToInt(String::length).max().orElse(0);
    return members.entrySet().stream()
        .map(each ->
            "  %s%s  %s"
                .formatted(
                    help.colorScheme().commandText(each.getKey()),
                    " ".repeat(width - each.getKey().length()),
                    header(each.getValue())))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String header(Help help) {
    return String.join(" ", help.commandSpec().usageMessage().header());
  }

  private static String parameters(Help help) {
    String list = help.parameterList();
    return list.isEmpty() ? "" : "\n" + list;
  }

  private static String options(Help help) {
    CommandSpec spec = help.commandSpec();
    List<OptionSpec> shown =
        isRoot(spec)
            ? spec.options().stream().filter(option -> !option.hidden()).toList()
            : own(spec).toList();
    return shown.isEmpty() ? "" : "\nOptions:\n" + help.optionListExcludingGroups(shown);
  }

  /** As they are typed: a command that is broken over lines is none. */
  private static String footer(Help help) {
    return Stream.of(help.commandSpec().usageMessage().footer())
        .map(line -> String.format(line) + "\n")
        .collect(Collectors.joining());
  }

  private static String more(Help help) {
    return isRoot(help.commandSpec())
        ? "\nHelp of a command: tutti help COMMAND. Topics: tutti help "
            + String.join(", tutti help ", HelpTopic.names())
            + ".\n"
        : "\nOptions of every command: tutti help options. Exit codes: tutti help exit-codes.\n";
  }
}
