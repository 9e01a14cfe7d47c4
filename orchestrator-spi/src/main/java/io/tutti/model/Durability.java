package io.tutti.model;

/**
 * What a crash can cost: the settings in force, recorded at every poll because only those before a
 * crash count.
 *
 * @param syncBinlog {@code sync_binlog}: transactions groups between two syncs, 0 = never
 * @param flushLogAtCommit {@code innodb_flush_log_at_trx_commit}: 0, 1 or 2
 * @param doublewrite {@code innodb_doublewrite}, the server's own word
 * @param syncRelayLog {@code sync_relay_log}
 * @param relayLogRecovery {@code relay_log_recovery}
 * @param relayLogInfoRepository {@code relay_log_info_repository}: TABLE or FILE; absent where it
 *     is always a table
 */
public record Durability(
    Observed<Long> syncBinlog,
    Observed<Long> flushLogAtCommit,
    Observed<String> doublewrite,
    Observed<Long> syncRelayLog,
    Observed<Boolean> relayLogRecovery,
    Observed<String> relayLogInfoRepository) {}
