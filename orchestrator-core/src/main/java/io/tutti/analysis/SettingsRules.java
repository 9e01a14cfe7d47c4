package io.tutti.analysis;

import io.tutti.crash.ProcessChange;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
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
    List<SettingsDrift> drifts = SettingsDrift.of(subject.world(), subject.node().address());
    if (drifts.isEmpty()) {
      return Optional.empty();
    }
    // All that is kept of an instance was kept together.
    ProcessChange since = drifts.getFirst().since();
    return Optional.of(
        new Evidence(
            "On %s %s. %s"
                .formatted(
                    subject.name(),
                    drifts.stream().map(SettingsDrift::toString).collect(Collectors.joining("; ")),
                    sentence(since)),
            remedies(subject, drifts, since)));
  }

  private static String sentence(ProcessChange since) {
    return switch (since) {
      case RESTARTED -> "The server was restarted since.";
      case NONE -> "The server was not restarted since: somebody changed it.";
      case OTHER_SERVER, UNKNOWN ->
          "Whether the server was restarted since, or somebody changed it, is not known.";
    };
  }

  private static Remedies remedies(
      Subject.OfInstance subject, List<SettingsDrift> drifts, ProcessChange since) {
    List<Remedy> remedies = new ArrayList<>();
    for (SettingsDrift drift : drifts) {
      DesiredSetting desired = drift.desired();
      remedies.add(
          Remedy.of(
              Acts.persist(subject.name(), desired.knob(), desired.value(), desired.channel())));
    }
    if (since != ProcessChange.NONE) {
      drifts.forEach(drift ->
          remedies.add(
              Remedy.of(
                  "in the option file: %s=%s",
                  drift.desired().variable(), drift.desired().value())));
    }
    if (since != ProcessChange.RESTARTED) {
      remedies.add(
          Remedy.advice("where the new value is right: apply that instead, and have it kept"));
    }
    return new Remedies(remedies);
  }
}
