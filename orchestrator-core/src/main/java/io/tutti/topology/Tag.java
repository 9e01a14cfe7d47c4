package io.tutti.topology;

import java.util.regex.Pattern;

/**
 * What somebody said of a server, such as {@code env=prod}.
 *
 * @param name a letter, then letters, digits and {@code . _ -}, at most 63 in all
 * @param value at most 255 characters, none of them a comma or a control character
 */
public record Tag(String name, String value) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,62}");
  private static final int VALUE_MAX = 255;

  /**
   * @throws IllegalArgumentException when it is no such name or value
   */
  public Tag {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no name of a tag: a letter, then letters, digits, ., _ and -, at most 63"
              .formatted(name));
    }
    if (value.length() > VALUE_MAX
        || value.chars().anyMatch(sign -> Character.isISOControl(sign) || sign == ',')) {
      throw new IllegalArgumentException(
          "the value of the tag %s is longer than %d characters, or has a comma or control characters"
              .formatted(name, VALUE_MAX));
    }
  }

  /**
   * @param text {@code name=value}
   * @throws IllegalArgumentException when it is none
   */
  public static Tag parse(String text) {
    int at = text.indexOf('=');
    if (at < 0) {
      throw new IllegalArgumentException("\"%s\" is not NAME=VALUE".formatted(text));
    }
    return new Tag(text.substring(0, at), text.substring(at + 1));
  }
}
