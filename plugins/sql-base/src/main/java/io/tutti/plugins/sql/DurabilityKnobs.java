package io.tutti.plugins.sql;

import io.tutti.model.InstanceState;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobKind.Unit;
import io.tutti.spi.knob.SourceHelp;
import java.math.BigInteger;
import java.util.List;

/** Of which commits a crash may cost: both families call them the same, and take them at once. */
public final class DurabilityKnobs {
  public static final String SYNC_BINLOG = "sync_binlog";
  public static final String FLUSH_LOG = "innodb_flush_log_at_trx_commit";

  private static final BigInteger UNSIGNED_INT_MAX = BigInteger.valueOf(0xFFFF_FFFFL);

  private DurabilityKnobs() {}

  /** A source whose commits do not wait for its disk has smaller groups of them. */
  public static List<SourceHelp> help(InstanceState source) {
    return source.durability().syncBinlog().asOptional().filter(each -> each != 1).isPresent()
        ? List.of(new SourceHelp.Sync(SYNC_BINLOG, "1"))
        : List.of();
  }

  /**
   * Both.
   *
   * @param syncByDefault of {@link #SYNC_BINLOG}
   */
  public static List<Knob> of(Dated<String> syncByDefault) {
    return List.of(
        Knob.declare(SYNC_BINLOG)
            .takes(KnobKind.number(0, UNSIGNED_INT_MAX, 1, Unit.COUNT))
            .byDefault(syncByDefault)
            .as("After how many groups of commits the binlog is on disk; 0 leaves it to the host."),
        Knob.declare(FLUSH_LOG)
            .takes(KnobKind.number(0, 2))
            .byDefault("1")
            .as("Whether a commit waits until InnoDB's log is written (2), and on disk (1)."));
  }
}
