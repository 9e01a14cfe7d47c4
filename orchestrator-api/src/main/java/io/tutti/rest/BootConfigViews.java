package io.tutti.rest;

import io.tutti.api.BootConfigView;
import io.tutti.api.BootConfigView.OptionView;
import io.tutti.model.InstanceState;
import io.tutti.spi.fence.BootOption;
import java.util.ArrayList;
import java.util.List;

/** Turns what the engine knows into {@link BootConfigView}s. */
final class BootConfigViews {
  private static final String FILE = "zz-tutti-boot.cnf";

  private BootConfigViews() {}

  static BootConfigView of(InstanceState state, List<BootOption> options) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# How %s (%s) starts: kept from its clients until it is known what a crash cost it."
            .formatted(state.address(), state.version()));
    lines.add("# Lifted by \"tutti crash unfence\", or by the controller (tutti.boot-fence.lift).");
    lines.add("[mysqld]");
    for (BootOption option : options) {
      lines.add("# " + option.why());
      lines.add(option.line());
    }
    return new BootConfigView(
        state.address().toString(),
        state.version().toString(),
        FILE,
        String.join("\n", lines) + "\n",
        options.stream()
            .map(each -> new OptionView(each.name(), each.value(), each.why(), each.wanted()))
            .toList());
  }
}
