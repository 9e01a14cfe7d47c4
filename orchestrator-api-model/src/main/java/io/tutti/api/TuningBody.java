package io.tutti.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which replica is to be measured, and how.
 *
 * @param instance as HOST:PORT or an alias
 * @param grid settings to be measured one after the other, values by knob; without them a search
 *     decides what is tried, and keeps the smallest that is nearly the best
 * @param budget no try begins, and none goes on, after that time
 * @param maxLag the replica is never held back so that it is further behind
 * @param holdBack so long its applier is held back before a try, where too little waits for it
 * @param transactions of each try
 * @param workersMax no more workers are tried
 * @param persist let what is kept outlive a restart of the server, and hold it from then on
 * @param continued an earlier measurement of the same grid: what it measured is not measured again
 * @param mayLose let settings be measured under which a crash may cost the replica transactions:
 *     {@code sync_binlog} and {@code innodb_flush_log_at_trx_commit} in a grid
 * @param dryRun only say what would be done
 */
public record TuningBody(
    String instance,
    Optional<List<Map<String, String>>> grid,
    Optional<Duration> budget,
    Optional<Duration> maxLag,
    Optional<Duration> holdBack,
    Optional<Long> transactions,
    Optional<Integer> workersMax,
    Optional<Boolean> persist,
    Optional<String> continued,
    Optional<Boolean> mayLose,
    Optional<Boolean> dryRun)
    implements Body {}
