package io.tutti.cli.session;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The form in which an answer is printed. */
public enum OutputFormat {
  /** For people: what is asked for most, as wide as the terminal. */
  TABLE,
  /** For people: all columns and details, however wide. */
  WIDE,
  /** The controller's JSON as it is. */
  JSON,
  /** The same as YAML. */
  YAML,
  /** One identifier on each line, for scripts. */
  NAME;

  private static final String JSON_FLAG = "--json";
  private static final List<String> FLAGS = List.of("-o", "--output");

  /** Whether programs read it, so that nothing else may be printed beside it. */
  public boolean isDocument() {
    return this == JSON || this == YAML || this == NAME;
  }

  /** What a command line asks for that cannot be parsed otherwise. */
  public static OutputFormat askedFor(String... arguments) {
    List<String> words = Arrays.asList(arguments);
    if (words.contains(JSON_FLAG)) {
      return JSON;
    }
    for (int number = 0; number < words.size(); number++) {
      String word = words.get(number);
      if (FLAGS.contains(word) && number + 1 < words.size()) {
        return named(words.get(number + 1)).orElse(TABLE);
      }
      for (String flag : FLAGS) {
        Optional<OutputFormat> joined =
            word.startsWith(flag) ? named(word.substring(flag.length())) : Optional.empty();
        if (joined.isPresent()) {
          return joined.get();
        }
      }
    }
    return TABLE;
  }

  private static Optional<OutputFormat> named(String text) {
    String name = text.replaceFirst("^=", "").toUpperCase(Locale.ROOT);
    return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
  }
}
