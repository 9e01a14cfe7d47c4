package io.tutti.cli.help;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is the same for all commands, said once. */
enum HelpTopic {
  OPTIONS(List.of()),
  OUTPUT(
      List.of(
          "-o table   For people, as wide as the terminal. This is the default.",
          "-o wide    For people, with all columns and details, however wide.",
          "-o json    The controller's JSON as it is; --json is short for it. Errors are JSON,"
              + " too.",
          "-o yaml    The same as YAML.",
          "-o name    One identifier on each line, for scripts: tutti instances --role replica -o"
              + " name",
          "",
          "On a terminal, what is longer than it goes through a pager: the program that"
              + " TUTTI_PAGER",
          "names, or PAGER, or less. --no-pager, or an empty TUTTI_PAGER, prints all of it at"
              + " once.",
          "Lines of tables are cut to the terminal's width; in a file or a pipe they are complete.",
          "Times are to the second, in the time zone of the variable TZ, with their offset.")),
  COLORS(
      List.of(
          "green   It is as it should be, or it is done.",
          "yellow  It deserves a look: stopped, connecting, lagging, a finding that is a warning.",
          "red     It is broken, was not reached, was refused or failed, or is critical.",
          "bold    What the line is about.",
          "dim     Details.",
          "",
          "There are no colors when the output is no terminal, with --no-color, and when the",
          "variable NO_COLOR is set.")),
  EXIT_CODES(
      List.of(
          "0  It is done.",
          "1  It was refused, or it was tried and failed. The message says what to do.",
          "2  The command line is wrong. Nothing was asked of the controller.",
          "3  The controller, or the server that it should have reached, did not answer.",
          "",
          "\"tutti backup run\" exits with the status of the command that it runs."));

  private final List<String> lines;

  HelpTopic(List<String> lines) {
    this.lines = lines;
  }

  /** As it is typed. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  List<String> lines() {
    return lines;
  }

  static Optional<HelpTopic> find(String word) {
    return Arrays.stream(values()).filter(topic -> topic.word().equals(word)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(HelpTopic::word).toList();
  }
}
