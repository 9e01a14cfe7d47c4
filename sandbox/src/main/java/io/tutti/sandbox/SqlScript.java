package io.tutti.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * Statements as a client program reads them: each ends with a semicolon, and comments ({@code --}
 * and {@code #}) end with their line. Semicolons and signs of comments within quotes are text.
 *
 * @param statements without their semicolons and comments
 */
public record SqlScript(List<String> statements) {

  public SqlScript {
    statements = List.copyOf(statements);
  }

  /** The last statement may do without its semicolon. */
  public static SqlScript parse(String text) {
    List<String> statements = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int next = beyond(text, at);
      if (text.charAt(at) == ';') {
        add(current, statements);
      } else if (!isComment(text, at)) {
        current.append(text, at, next);
      }
      at = next;
    }
    add(current, statements);
    return new SqlScript(statements);
  }

  private static void add(StringBuilder current, List<String> statements) {
    String statement = current.toString().strip();
    if (!statement.isEmpty()) {
      statements.add(statement);
    }
    current.setLength(0);
  }

  private static boolean isComment(String text, int at) {
    return text.charAt(at) == '#'
        || (text.startsWith("--", at)
            && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2))));
  }

  /** Where the comment, the quoted text or the single character ends that begins there. */
  private static int beyond(String text, int at) {
    if (isComment(text, at)) {
      int end = text.indexOf('\n', at);
      return end < 0 ? text.length() : end;
    }
    char quote = text.charAt(at);
    if (quote != '\'' && quote != '"' && quote != '`') {
      return at + 1;
    }
    for (int i = at + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\' && quote != '`') {
        i++;
      } else if (text.charAt(i) == quote) {
        return i + 1;
      }
    }
    return text.length();
  }
}
