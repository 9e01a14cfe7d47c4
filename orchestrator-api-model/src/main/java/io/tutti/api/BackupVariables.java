package io.tutti.api;

import io.tutti.api.BackupView.HeldView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a command within a backup session finds in its environment.
 *
 * @param file whose absolute path this is; it has the session as JSON
 */
public record BackupVariables(BackupView session, String file) {
  private static final String PREFIX = "TUTTI_BACKUP_";

  /** By their names; only what is known is set. */
  public Map<String, String> all() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(PREFIX + "ID", session.id());
    variables.put(PREFIX + "FILE", file);
    variables.put(PREFIX + "INSTANCE", session.instance());
    address(variables, "", session.instance());
    session.coordinates().ownLog().value().ifPresent(at -> position(variables, "OWN_LOG", at));
    session
        .coordinates()
        .gtids()
        .forEach((name, reported) ->
            reported
                .value()
                .ifPresent(value -> variables.put(PREFIX + name.toUpperCase(Locale.ROOT), value)));
    Optional<HeldView> channel = session.channels().stream().findFirst();
    if (channel.isPresent()) {
      address(variables, "SOURCE_", channel.get().source());
      channel.get().executed().value().ifPresent(at -> position(variables, "SOURCE_LOG", at));
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
