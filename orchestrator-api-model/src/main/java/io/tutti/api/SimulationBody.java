package io.tutti.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * For which binlogs other settings are to be predicted. What is not said of the replica is assumed.
 *
 * @param instance a server that the controller watches
 * @param last transactions of so much time until now; an hour where it is left out
 * @param from a place such as binlog.000042:4711 to begin at, whatever the time
 * @param to the place to end at; where the binlogs end now where it is left out
 * @param limitBytes no more than that is read
 * @param bytesPerSecond no more than that is read in a second
 * @param maxRunning reading pauses while more threads than that run in the server
 * @param transactions so many are taken, from the first on
 * @param workers numbers of workers that are tried
 * @param schemes kinds of appliers that are tried, such as logical-clock-ordered
 * @param commitMicros how long a commit takes until it is on disk
 * @param serialTransactionsPerSecond what the replica applies without workers
 * @param cores of the replica
 * @param transactionMicros what a transaction costs besides its rows
 * @param rowMicros what the change of a row costs
 * @param historySize binlog_transaction_dependency_history_size of the source
 */
public record SimulationBody(
    String instance,
    Optional<Duration> last,
    Optional<String> from,
    Optional<String> to,
    Optional<Long> limitBytes,
    Optional<Long> bytesPerSecond,
    Optional<Integer> maxRunning,
    Optional<Integer> transactions,
    Optional<List<Integer>> workers,
    Optional<List<String>> schemes,
    Optional<Double> commitMicros,
    Optional<Double> serialTransactionsPerSecond,
    Optional<Integer> cores,
    Optional<Double> transactionMicros,
    Optional<Double> rowMicros,
    Optional<Integer> historySize)
    implements Body {}
