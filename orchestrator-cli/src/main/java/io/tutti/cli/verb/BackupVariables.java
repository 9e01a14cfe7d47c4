package io.tutti.cli.verb;

import io.tutti.cli.view.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a command within a backup session finds in its environment. */
final class BackupVariables {
  private static final String PREFIX = "TUTTI_BACKUP_";

  private BackupVariables() {}

  /** Only what is known is set. */
  static Map<String, String> of(Json session, Path file) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(PREFIX + "ID", session.textOr("id", ""));
    variables.put(PREFIX + "FILE", file.toAbsolutePath().toString());
    variables.put(PREFIX + "INSTANCE", session.textOr("instance", ""));
    address(variables, "", session.textOr("instance", ""));
    session
        .at("coordinates")
        .observedText("ownLog")
        .asOptional()
        .ifPresent(at -> position(variables, "OWN_LOG", at));
    Json gtids = session.at("coordinates").at("gtids");
    for (String name : gtids.fields().keySet()) {
      gtids
          .observedText(name)
          .asOptional()
          .ifPresent(value -> variables.put(PREFIX + name.toUpperCase(Locale.ROOT), value));
    }
    Optional<Json> channel = session.at("channels").items().stream().findFirst();
    if (channel.isPresent()) {
      address(variables, "SOURCE_", channel.get().textOr("source", ""));
      channel
          .get()
          .observedText("executed")
          .asOptional()
          .ifPresent(at -> position(variables, "SOURCE_LOG", at));
    }
    return variables;
  }

  private static void address(Map<String, String> variables, String whose, String address) {
    int colon = address.lastIndexOf(':');
    if (colon > 0) {
      // The brackets of an IPv6 address are for the text with a port; no tool takes them as a host.
      variables.put(
          PREFIX + whose + "HOST", address.substring(0, colon).replaceAll("^\\[(.*)]$", "$1"));
      variables.put(PREFIX + whose + "PORT", address.substring(colon + 1));
    }
  }

  private static void position(Map<String, String> variables, String which, String position) {
    int colon = position.lastIndexOf(':');
    if (colon > 0) {
      variables.put(PREFIX + which + "_FILE", position.substring(0, colon));
      variables.put(PREFIX + which + "_POS", position.substring(colon + 1));
    }
  }
}
