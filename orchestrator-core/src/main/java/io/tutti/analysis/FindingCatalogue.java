package io.tutti.analysis;

import java.util.List;
import java.util.stream.Stream;

/** All rules there are. */
public final class FindingCatalogue {
  private FindingCatalogue() {}

  public static List<FindingRule> rules() {
    return Stream.of(
            ContactRules.rules(),
            InstanceRules.rules(),
            PassingOnRules.rules(),
            ErrantRules.rules(),
            SettingsRules.rules(),
            BackupRules.rules(),
            CrashRules.rules(),
            FenceRules.rules(),
            RebuildRules.rules(),
            ChannelRules.rules(),
            ClusterRules.rules())
        .flatMap(List::stream)
        .toList();
  }
}
