package io.tutti.model;

/**
 * Which plugin speaks for a server, and which release it runs.
 *
 * @param flavor the plugin's id, such as {@code mysql-8.0}
 * @param version the release as numbers
 * @param comment the server's own {@code @@version_comment}
 */
public record FlavorVersion(String flavor, ServerVersion version, String comment) {
  @Override
  public String toString() {
    return flavor + " (" + version + ")";
  }
}
