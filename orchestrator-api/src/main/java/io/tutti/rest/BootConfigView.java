package io.tutti.rest;

import io.tutti.model.InstanceState;
import io.tutti.spi.fence.BootOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The option file with which an instance starts fenced.
 *
 * @param file a name under which it is read after the others in its folder
 * @param text the file as it is to be written
 */
record BootConfigView(
    String address, String version, String file, String text, List<OptionView> options) {
  private static final String FILE = "zz-tutti-boot.cnf";

  /**
   * A line of it.
   *
   * @param wanted false for one that is only shown
   */
  record OptionView(String name, String value, String why, boolean wanted) {}

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
