package io.tutti.plugins.sql;

import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobSetting;

/** How names and values are written in a statement. */
public final class SqlNames {
  private SqlNames() {}

  /** A text in quotes, whatever is in it and whether backslashes escape or not. */
  public static String quoted(String text) {
    if (text.indexOf('\\') >= 0) {
      throw new IllegalArgumentException(
          "a name with a backslash cannot be quoted safely: " + text);
    }
    return "'" + text.replace("'", "''") + "'";
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
