package io.tutti.cli.view;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Writes JSON as YAML 1.2 in blocks. A text that YAML could take for something else is quoted as in
 * JSON, which YAML reads alike.
 */
final class Yaml {
  /** Texts that need no quotes, whichever version of YAML reads them. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./()'-]+)*");

  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private static final String INDENT = "  ";

  private Yaml() {}

  static String of(JsonNode node) {
    StringBuilder text = new StringBuilder();
    if (isBlock(node)) {
      block(node, "", text);
    } else {
      text.append(scalar(node)).append('\n');
    }
    return text.toString();
  }

  private static boolean isBlock(JsonNode node) {
    return (node.isObject() || node.isArray()) && !node.isEmpty();
  }

  private static void block(JsonNode node, String indent, StringBuilder text) {
    String first = "";
    if (node.isArray()) {
      for (JsonNode item : node.values()) {
        text.append(first).append("- ");
        first = indent;
        value(item, indent + INDENT, true, text);
      }
      return;
    }
    Iterator<Map.Entry<String, JsonNode>> fields = node.properties().iterator();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      text.append(first).append(string(field.getKey())).append(':');
      first = indent;
      value(field.getValue(), indent + INDENT, false, text);
    }
  }

  /** After a dash a block begins on the same line, after a name on the next. */
  private static void value(JsonNode node, String indent, boolean isItem, StringBuilder text) {
    if (!isBlock(node)) {
      text.append(isItem ? "" : " ").append(scalar(node)).append('\n');
      return;
    }
    if (!isItem) {
      text.append('\n').append(indent);
    }
    block(node, indent, text);
  }

  private static String scalar(JsonNode node) {
    return node.isString() ? string(node.asString()) : node.toString();
  }

  private static String string(String value) {
    boolean plain =
        PLAIN.matcher(value).matches() && !WORDS.contains(value.toLowerCase(Locale.ROOT));
    return plain ? value : Json.quoted(value);
  }
}
