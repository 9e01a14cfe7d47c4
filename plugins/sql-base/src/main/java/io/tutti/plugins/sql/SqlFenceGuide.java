package io.tutti.plugins.sql;

import io.tutti.model.InstanceState;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.StartupOption;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Variables that keep clients away, set until the next restart. */
public record SqlFenceGuide(
    List<FenceMeasure> measures,
    List<String> leftOpen,
    Function<InstanceState, List<StartupOption>> boot)
    implements FenceGuide {
  /**
   * What a server says first in every session of a client without a privileged account. One that
   * fails ends the session before it can say anything.
   */
  public static final String GATE = "init_connect";

  /** Fails on every release. */
  public static final String GATE_SHUT =
      "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'fenced by tutti'";

  private static final Set<String> SWITCHES = Set.of("ON", "OFF");

  public SqlFenceGuide {
    measures = List.copyOf(measures);
    leftOpen = List.copyOf(leftOpen);
  }

  @Override
  public List<StartupOption> startupOptions(InstanceState state) {
    return boot.apply(state);
  }

  @Override
  public String statement(String variable, String value) {
    return "SET GLOBAL "
        + variable
        + " = "
        + (SWITCHES.contains(value) ? value : SqlNames.quoted(value));
  }
}
