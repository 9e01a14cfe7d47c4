package io.tutti.cli.render;

import java.util.Map;
import java.util.stream.Collectors;

/** Tags of a server in one line. */
public final class Tags {
  private Tags() {}

  /** Such as {@code env=prod rack=a4}; empty where there are none. */
  public static String text(Map<String, String> tags) {
    return tags.entrySet().stream()
        .map(tag -> tag.getKey() + "=" + tag.getValue())
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
