package io.tutti.cli.help;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is the same for all commands, said once. */
enum HelpTopic {
  OPTIONS(List.of()),
  EXIT_CODES(
      List.of(
          "0  It is done.",
          "1  It was refused, or it was tried and failed. The message says what to do.",
          "2  The command line is wrong. Nothing was asked of the controller.",
          "3  The controller, or the server that it should have reached, did not answer.",
          "",
          "\"tutti backup run\" exits as the command does that it runs."));

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
