package io.tutti.plugins.mysql;

import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.DurabilityKnobs;
import io.tutti.spi.knob.SourceHelp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a source of MySQL could do for the workers of its replicas, and does not do now. */
final class MySqlSourceHelp {
  private MySqlSourceHelp() {}

  static List<SourceHelp> of(InstanceState source) {
    ServerVersion version = source.version().version();
    List<SourceHelp> help = new ArrayList<>();
    if (source.settings().text(MySqlKnobs.TRACKING).is("COMMIT_ORDER")) {
      SortedMap<String, String> settings = new TreeMap<>();
      settings.put(MySqlKnobs.TRACKING, "WRITESET");
      if (source.settings().text(MySqlKnobs.EXTRACTION).is("OFF")) {
        settings.put(MySqlKnobs.EXTRACTION, "XXHASH64");
      }
      help.add(new SourceHelp.WriteSets("writeset", settings));
    }
    help.addAll(DurabilityKnobs.help(source));
    if (version.isAtLeast(5, 7, 5)) {
      help.add(new SourceHelp.CommitDelay(MySqlKnobs.COMMIT_DELAY, MySqlKnobs.COMMIT_COUNT));
    }
    return List.copyOf(help);
  }
}
