package io.tutti.plugins.sql;

import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobSetting;

/** How names and values are written in a statement. */
public final class SqlNames {
  private SqlNames() {}

  /**
   * A text in quotes, whatever is in it. It is that text in every session that {@link
   * SessionSettings} has set, and in a client's that has the sql_mode of a fresh installation;
   * under any other sql_mode it may be another text, and is still one literal.
   */
  public static String quoted(String text) {
    StringBuilder literal = new StringBuilder(text.length() + 2).append('\'');
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\'' -> literal.append("''");
        case '\\' -> literal.append("\\\\");
        case '\n' -> literal.append("\\n");
        case '\r' -> literal.append("\\r");
        case '\0' -> literal.append("\\0");
        case '\032' -> literal.append("\\Z");
        default -> literal.append(text.charAt(i));
      }
    }
    return literal.append('\'').toString();
  }

  /** A name of a schema, a table, an event or an account, whatever is in it. */
  public static String named(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** {@code name = value} as after SET GLOBAL. */
  public static String assignment(KnobSetting setting) {
    boolean isWord = setting.knob().kind() instanceof KnobKind.Choice;
    return setting.knob().serverName()
        + " = "
        + (isWord ? quoted(setting.value()) : setting.value());
  }

  /** {@code name=value} as in an option file. */
  public static String optionLine(KnobSetting setting) {
    return setting.knob().serverName() + "=" + setting.value();
  }
}
