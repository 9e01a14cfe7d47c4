package io.tutti.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Words that are not those of the manuals, in names: of classes, methods, fields and variables, of
 * tables and columns, in JSON, in REST paths, of flags, settings and stored kinds. Messages and
 * pages have rules of their own, as they have sentences.
 */
final class RetiredNames {
  private static final Set<String> WORDS =
      Set.of(
          "anew",
          "barred",
          "ghost",
          "ghosts",
          "interview",
          "launchpad",
          "mend",
          "mended",
          "mending",
          "mends",
          "mishap",
          "mishaps",
          "sight",
          "sights",
          "stand",
          "standing",
          "stands",
          "stood",
          "tell",
          "telling",
          "tells",
          "told");

  /** Hosts boot; servers start. */
  private static final Pattern STARTS_OF_SERVERS =
      Pattern.compile("\\bboots? (config|fence|fenced|unfenced|options?)\\b");

  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");

  private static final Pattern JAVA =
      Pattern.compile(
          "(?<text>\"\"\"[\\s\\S]*?\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\")"
              + "|'(?:\\\\.|[^'\\\\\\n])+'|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

  /** A literal that is a name: no sentence, no part of one, no statement. */
  private static final Pattern NAME =
      Pattern.compile("--?[\\w-]+|[/\\w{}:.-]*\\w[./_:-]\\w[/\\w{}:.-]*|\\w+[A-Z]\\w*");

  private static final Pattern JSON_NAME = Pattern.compile("\"([^\"\\s]+)\"\\s*:");

  private static final Pattern SQL_COMMENT = Pattern.compile("--[^\\n]*");

  /** In YAML and in properties; one of the latter may be given as an option: {@code --a.b=c}. */
  private static final Pattern SETTING =
      Pattern.compile("(?m)^[ \\t]*(?:- +)?(?:--)?([\\w.-]+)[ \\t]*[:=]");

  private static final Pattern SETTINGS_BLOCK =
      Pattern.compile("(?m)^ *```(?:ya?ml|properties|ini|cnf)\\n([\\s\\S]*?)^ *```");

  private static final Pattern JSON_BLOCK = Pattern.compile("(?m)^ *```json\\n([\\s\\S]*?)^ *```");

  /** Wherever a page names one: {@code tutti.fence.hook}, {@code TUTTI_FENCE_HOOK}. */
  private static final Pattern NAMED_SETTING =
      Pattern.compile("\\b(tutti\\.[a-z0-9.-]+|TUTTI_[A-Z0-9_]+)");

  private RetiredNames() {}

  /** Identifiers, and literals that are names; not comments, and no sentences. */
  static List<String> inJava(String source) {
    List<String> names = new ArrayList<>();
    StringBuilder code = new StringBuilder();
    Matcher other = JAVA.matcher(source);
    while (other.find()) {
      other.appendReplacement(code, " ");
      String text = other.group("text");
      if (text != null) {
        names.addAll(inLiteral(text));
      }
    }
    other.appendTail(code);
    return retired(Stream.concat(matches(IDENTIFIER, code.toString()), names.stream()));
  }

  private static List<String> inLiteral(String literal) {
    boolean isBlock = literal.startsWith("\"\"\"");
    String text = literal.replace("\"\"\"", "").replaceAll("^\"|\"$", "").replace("\\\"", "\"");
    Stream<String> json = matches(JSON_NAME, text);
    return (isBlock || !NAME.matcher(text).matches() ? json : Stream.concat(json, Stream.of(text)))
        .toList();
  }

  /** Names and paths of a JSON document. */
  static List<String> inJson(String document) {
    return retired(matches(JSON_NAME, document));
  }

  /** Names of tables and columns. */
  static List<String> inSql(String script) {
    return retired(matches(IDENTIFIER, SQL_COMMENT.matcher(script).replaceAll(" ")));
  }

  /** Keys of YAML or of properties. */
  static List<String> inSettings(String text) {
    return retired(matches(SETTING, text));
  }

  /** Settings that a page names or shows as YAML or properties, and names in its JSON. */
  static List<String> inPage(String page) {
    return retired(
        Stream.of(
                matches(NAMED_SETTING, page),
                matches(SETTINGS_BLOCK, page).flatMap(block -> matches(SETTING, block)),
                matches(JSON_BLOCK, page).flatMap(block -> matches(JSON_NAME, block)))
            .flatMap(names -> names));
  }

  /** The name of a file. */
  static List<String> inFileName(String name) {
    return retired(Stream.of(name));
  }

  private static Stream<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(result.groupCount()));
  }

  private static List<String> retired(Stream<String> names) {
    return names.filter(RetiredNames::isRetired).distinct().toList();
  }

  private static boolean isRetired(String name) {
    List<String> words =
        WORD.matcher(name).results().map(word -> word.group().toLowerCase(Locale.ROOT)).toList();
    return words.stream().anyMatch(WORDS::contains)
        || STARTS_OF_SERVERS.matcher(String.join(" ", words)).find();
  }
}
