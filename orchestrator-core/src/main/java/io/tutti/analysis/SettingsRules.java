package io.tutti.analysis;

import io.tutti.topology.DesiredSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about settings that somebody asked to keep. */
final class SettingsRules {
  private SettingsRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.SETTINGS_DRIFTED, Set.of(), SettingsRules::drifted));
  }

  private static Optional<Evidence> drifted(Subject.OfInstance subject) {
    List<SettingsDrift> drifts = SettingsDrift.of(subject.snapshot(), subject.node().address());
    if (drifts.isEmpty()) {
      return Optional.empty();
    }
    boolean restarted = drifts.stream().allMatch(SettingsDrift::restarted);
    return Optional.of(
        new Evidence(
            "On %s %s. %s"
                .formatted(
                    subject.name(),
                    drifts.stream().map(SettingsDrift::toString).collect(Collectors.joining("; ")),
                    restarted
                        ? "The server was restarted since."
                        : "The server was not restarted since: somebody changed it."),
            remedies(subject, drifts, restarted)));
  }

  private static List<String> remedies(
      Subject.OfInstance subject, List<SettingsDrift> drifts, boolean restarted) {
    List<String> remedies = new ArrayList<>();
    for (SettingsDrift drift : drifts) {
      DesiredSetting desired = drift.desired();
      remedies.add(
          "tutti parallelism apply %s %s=%s%s --persist"
              .formatted(
                  subject.name(),
                  desired.knob(),
                  desired.value(),
                  desired.channel().isEmpty() ? "" : " --channel " + desired.channel()));
    }
    if (restarted) {
      drifts.forEach(drift ->
          remedies.add(
              "in the option file: %s=%s"
                  .formatted(drift.desired().variable(), drift.desired().value())));
    } else {
      remedies.add("where the new value is right: apply that with --persist instead");
    }
    return remedies;
  }
}
