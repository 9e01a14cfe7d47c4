package io.tutti.analysis;

import io.tutti.promotion.Foresight;
import java.util.List;
import java.util.stream.Stream;

/** All rules there are. */
public final class FindingCatalogue {
  private FindingCatalogue() {}

  /** With the usual thresholds. */
  public static List<FindingRule> rules() {
    return rules(FindingSettings.USUAL);
  }

  /** With the thresholds of these settings, where nobody plans failovers. */
  public static List<FindingRule> rules(FindingSettings settings) {
    return rules(settings, Foresight.NONE);
  }

  /** With the thresholds of these settings. */
  public static List<FindingRule> rules(FindingSettings settings, Foresight foresight) {
    return Stream.of(
            SourceRules.rules(settings, foresight),
            ForesightRules.rules(foresight),
            BinlogRules.rules(settings),
            ContactRules.rules(settings),
            InstanceRules.rules(),
            PassingOnRules.rules(),
            ErrantRules.rules(),
            SettingsRules.rules(),
            BackupRules.rules(),
            CrashRules.rules(),
            FenceRules.rules(),
            NextStartRules.rules(),
            RebuildRules.rules(),
            ChannelRules.rules(settings),
            ClusterRules.rules(),
            MembershipRules.rules())
        .flatMap(List::stream)
        .toList();
  }
}
