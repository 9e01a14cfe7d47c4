package io.tutti.app;

import io.tutti.operation.parallelism.DriftPolicy;
import io.tutti.timing.When;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How parallel settings of replicas are kept. */
record ParallelismControls(
    @Setting(
            "What is done when a restart of a server lost a setting that `apply --persist` was to"
                + " keep: REPORT (a finding), or REAPPLY (a finding, and an operation sets it"
                + " again).")
        @DefaultValue("REPORT")
        DriftPolicy drift,
    @Setting(
            "When settings that have drifted are set again, whether a restart lost them or"
                + " somebody changed them: five fields of cron, such as `0 3 * * *`. Empty:"
                + " never.")
        @DefaultValue
        Optional<String> driftCron,
    @Setting("The time zone in which `drift-cron` is meant.") @DefaultValue("UTC")
        String driftZone) {

  ParallelismControls {
    var unused = reapplying(driftCron, driftZone);
  }

  /** When settings that have drifted are set again. */
  Optional<When> reapplying() {
    return reapplying(driftCron, driftZone);
  }

  private static Optional<When> reapplying(Optional<String> cron, String zone) {
    return cron.map(text -> ConfiguredTimes.repeated(text, zone));
  }
}
