package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FencePolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Which servers are fenced by themselves, and what else is done then. */
record FenceControls(
    @Setting(
            "Which sources are fenced by themselves when they were restarted: OFF, LOSSY (those"
                + " that lost commits), or SUSPECT (those that may have lost some, too).")
        @DefaultValue("LOSSY")
        FencePolicy automatic,
    @Setting(
            "A program that is called with HOST, PORT and `fence` or `unfence`: for what no"
                + " statement can do, such as taking a server out of a proxy or cutting its"
                + " power. If it fails, the fence is incomplete.")
        @DefaultValue
        Optional<Path> hook,
    @Setting("After this the program is ended, and counts as failed.") @DefaultValue("30s")
        Duration hookTimeout) {

  FenceHook toCore() {
    try {
      return FenceHook.of(hook, hookTimeout);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.fence.hook",
          "The program tutti.fence.hook may not be run: %s. The controller was not started."
              .formatted(e.getMessage()),
          List.of("correct that, or take the setting out; see docs/hooks.md"),
          e);
    }
  }
}
