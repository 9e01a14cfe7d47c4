package io.tutti.plugins.mariadb;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * When the status counters of a MariaDB server must not be read: {@code SHOW GLOBAL STATUS} and the
 * status tables of INFORMATION_SCHEMA can deadlock its optimistic applier until MDEV-15135, which
 * is in 10.4.3 and, as far as the published changelogs show, in no release of an older series.
 */
final class CounterSafety {
  /** Modes in which transactions are started before those ahead of them are known to commit. */
  private static final Set<String> RISKY_MODES = Set.of("optimistic", "aggressive");

  private CounterSafety() {}

  /** Whether the release has the deadlock, so that the mode must be known before each reading. */
  static boolean isAffected(ServerVersion version) {
    return version.isBefore(10, 4, 3);
  }

  /**
   * Why the counters must not be read now, on an affected release; empty when they may.
   *
   * @param workers {@code slave_parallel_threads}
   * @param mode {@code slave_parallel_mode}, of the default connection
   * @param connections the rows of {@code SHOW ALL SLAVES STATUS}
   */
  static Optional<String> refusal(
      ServerVersion version,
      Observed<Long> workers,
      Observed<String> mode,
      Observed<Rows> connections) {
    if (workers.is(0L)) {
      return Optional.empty();
    }
    if (mode instanceof Observed.Absent<String>) {
      return Optional.empty();
    }
    if (!workers.isKnown() || !mode.isKnown() || !connections.isKnown()) {
      return Optional.of(sentence(version, "whether it applies optimistically could not be read"));
    }
    List<Row> rows = connections.asOptional().orElse(Rows.NONE).all();
    return rows.stream()
        .map(row -> row.textOrEmpty("Parallel_Mode"))
        .filter(RISKY_MODES::contains)
        .findFirst()
        .or(() -> mode.asOptional().filter(RISKY_MODES::contains))
        .map(risky -> sentence(version, "it applies in mode " + risky));
  }

  private static String sentence(ServerVersion version, String reason) {
    return "not asked: SHOW GLOBAL STATUS can deadlock the optimistic applier of MariaDB "
        + version
        + " (MDEV-15135, fixed in 10.4.3), and "
        + reason
        + "; upgrade to 10.4.3 or later, or set slave_parallel_mode=conservative";
  }
}
