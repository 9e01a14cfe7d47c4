package io.tutti.plugins.mysql;

import io.tutti.error.ErrorCode;
import io.tutti.model.ServerVersion;
import io.tutti.spi.knob.KnobOutcome;
import io.tutti.spi.knob.KnobRefusal;
import io.tutti.spi.knob.KnobRules;
import io.tutti.spi.knob.KnobSetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which values MySQL refuses together. Preserved order is refused at the start of the applier
 * (error 3056 or its successor), so the SET alone would go well and leave a replica that cannot be
 * started.
 */
final class MySqlKnobRules implements KnobRules {

  @Override
  public List<KnobRefusal> conflicts(KnobOutcome outcome) {
    List<KnobRefusal> conflicts = new ArrayList<>();
    if (isOrderPreserved(outcome)) {
      orderNeedsLogicalClock(outcome).ifPresent(conflicts::add);
      orderNeedsBinlog(outcome).ifPresent(conflicts::add);
    }
    writeSetNeedsExtraction(outcome).ifPresent(conflicts::add);
    return conflicts;
  }

  /** The server looks at the order only when there are workers. */
  private static boolean isOrderPreserved(KnobOutcome outcome) {
    boolean concerned =
        outcome.change(MySqlKnobs.PRESERVE_ORDER).isPresent()
            || outcome.change(MySqlKnobs.WORKERS).isPresent()
            || outcome.change(MySqlKnobs.PARALLEL_TYPE).isPresent();
    return concerned
        && outcome.is("ON", MySqlKnobs.PRESERVE_ORDER, "slave_preserve_commit_order")
        && !outcome.is("0", MySqlKnobs.WORKERS, "slave_parallel_workers");
  }

  private static Optional<KnobRefusal> orderNeedsLogicalClock(KnobOutcome outcome) {
    if (!outcome.is("DATABASE", MySqlKnobs.PARALLEL_TYPE, "slave_parallel_type")) {
      return Optional.empty();
    }
    return Optional.of(
        conflict(
            MySqlKnobs.PRESERVE_ORDER,
            "Workers cannot preserve the commit order with the scheme DATABASE: the applier would"
                + " refuse to start.",
            "add " + named(outcome, MySqlKnobs.PARALLEL_TYPE) + "=LOGICAL_CLOCK",
            "add " + named(outcome, MySqlKnobs.PRESERVE_ORDER) + "=OFF"));
  }

  private static Optional<KnobRefusal> orderNeedsBinlog(KnobOutcome outcome) {
    boolean isFree = outcome.version().isAtLeast(8, 0, 19);
    boolean hasBinlog = outcome.is("ON", "log_bin");
    boolean logsUpdates = outcome.is("ON", MySqlKnobs.LOG_UPDATES, "log_slave_updates");
    if (isFree || (hasBinlog && logsUpdates)) {
      return Optional.empty();
    }
    return Optional.of(
        conflict(
            MySqlKnobs.PRESERVE_ORDER,
            "Before MySQL 8.0.19 workers can preserve the commit order only with log_bin and"
                + " log_slave_updates, and here log_bin is "
                + outcome.text("log_bin")
                + " and log_slave_updates is "
                + outcome.text(MySqlKnobs.LOG_UPDATES, "log_slave_updates")
                + ": the applier would refuse to start.",
            "add " + named(outcome, MySqlKnobs.PRESERVE_ORDER) + "=OFF",
            "write log_bin and log_slave_updates=ON into the option file and restart the server"));
  }

  private static Optional<KnobRefusal> writeSetNeedsExtraction(KnobOutcome outcome) {
    boolean concerned =
        outcome.change(MySqlKnobs.TRACKING).isPresent()
            || outcome.change(MySqlKnobs.EXTRACTION).isPresent();
    Optional<String> tracking = outcome.text(MySqlKnobs.TRACKING).asOptional();
    if (!concerned
        || tracking.filter(mode -> mode.startsWith("WRITESET")).isEmpty()
        || !outcome.is("OFF", MySqlKnobs.EXTRACTION)) {
      return Optional.empty();
    }
    return Optional.of(
        conflict(
            MySqlKnobs.TRACKING,
            MySqlKnobs.TRACKING
                + "="
                + tracking.get()
                + " needs write sets, and "
                + MySqlKnobs.EXTRACTION
                + " is OFF.",
            "add " + MySqlKnobs.EXTRACTION + "=XXHASH64",
            "add " + MySqlKnobs.TRACKING + "=COMMIT_ORDER"));
  }

  private static KnobRefusal conflict(String knob, String observed, String... remedies) {
    return new KnobRefusal(ErrorCode.KNOB_CONFLICT, knob, observed, List.of(remedies));
  }

  private static String named(KnobOutcome outcome, String knob) {
    ServerVersion version = outcome.version();
    return MySqlKnobs.ALL.stream()
        .filter(declared -> declared.name().equals(knob))
        .findFirst()
        .map(declared -> declared.serverName().on(version))
        .orElse(knob);
  }

  /** Write sets are switched on before they are tracked and off after. */
  @Override
  public List<KnobSetting> inOrder(List<KnobSetting> settings) {
    return settings.stream().sorted(Comparator.comparingInt(MySqlKnobRules::place)).toList();
  }

  private static int place(KnobSetting setting) {
    boolean isOrderOnly = setting.value().equals("COMMIT_ORDER");
    boolean isOff = setting.value().equals("OFF");
    return switch (setting.knob().name()) {
      case MySqlKnobs.TRACKING -> isOrderOnly ? -1 : 1;
      case MySqlKnobs.EXTRACTION -> isOff ? 1 : -1;
      default -> 0;
    };
  }
}
