package io.tutti.spi;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a server itself says it is, by SQL, and how it behaves. A proxy in between may answer the
 * first two by itself, so the variables, which pass through, count more.
 *
 * @param version the answer to {@code SELECT @@version}
 * @param comment the answer to {@code SELECT @@version_comment}
 * @param variables significant variables by name, lower case, as {@code SHOW GLOBAL VARIABLES}
 *     prints them: which exist is evidence of the flavor
 */
public record ServerBanner(String version, String comment, Map<String, String> variables) {
  public ServerBanner {
    variables = java.util.Collections.unmodifiableMap(new TreeMap<>(variables));
  }

  public boolean hasVariable(String name) {
    return variables.containsKey(name);
  }
}
