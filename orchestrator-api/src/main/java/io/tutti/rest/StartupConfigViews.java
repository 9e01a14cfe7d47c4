package io.tutti.rest;

import io.tutti.api.StartupConfigView;
import io.tutti.api.StartupConfigView.OptionView;
import io.tutti.model.InstanceState;
import io.tutti.spi.fence.StartupOption;
import java.util.ArrayList;
import java.util.List;

/** Turns what the engine knows into {@link StartupConfigView}s. */
final class StartupConfigViews {
  private static final String FILE = "zz-tutti-startup.cnf";

  private StartupConfigViews() {}

  static StartupConfigView of(InstanceState state, List<StartupOption> options) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# How %s (%s) starts: kept from its clients until it is known what a crash cost it."
            .formatted(state.address(), state.version()));
    lines.add("# Lifted by \"tutti unfence\", or by the controller (tutti.start-fenced.unfence).");
    lines.add("[mysqld]");
    for (StartupOption option : options) {
      lines.add("# " + option.why());
      lines.add(option.line());
    }
    return new StartupConfigView(
        state.address().toString(),
        state.version().toString(),
        FILE,
        String.join("\n", lines) + "\n",
        options.stream()
            .map(each -> new OptionView(each.name(), each.value(), each.why(), each.wanted()))
            .toList());
  }
}
