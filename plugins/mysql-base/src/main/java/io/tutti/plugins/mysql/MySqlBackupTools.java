package io.tutti.plugins.mysql;

import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.knob.VersionRange;
import java.util.List;

/** The tools that copy a MySQL replica, and how each is called while its applier is stopped. */
final class MySqlBackupTools {
  private static final String STARTS_AGAIN =
      "it starts the applier at its end, also one that was stopped before; the session has the position";

  private static final String SAFE_SLAVE =
      "not needed: the applier is stopped, and has no temporary table open; where one were open, it"
          + " would start the applier";

  static final List<BackupTool> ALL =
      List.of(
          xtrabackup("xtrabackup 2.4", VersionRange.until("8.0.0")),
          xtrabackup("xtrabackup 8.0", VersionRange.between("8.0.0", "8.1.0")),
          xtrabackup("xtrabackup of the server's own line", VersionRange.since("8.1.0")),
          new BackupTool(
                  "mysqldump",
                  VersionRange.ALL,
                  "mysqldump --all-databases --single-transaction --routines --events --triggers"
                      + " --set-gtid-purged=OFF",
                  "--single-transaction: InnoDB tables without locks; --set-gtid-purged=OFF: the"
                      + " GTIDs are set by the session's statements, after the restore",
                  List.of())
              .without("--dump-slave, --dump-replica", STARTS_AGAIN)
              .without(
                  "--apply-slave-statements, --apply-replica-statements",
                  "it belongs to --dump-slave; the session's statements do it")
              .without(
                  "--master-data, --source-data",
                  "not needed: it writes the own position, which the session shows"),
          new BackupTool(
              "mydumper",
              VersionRange.ALL,
              "mydumper --threads 4 --triggers --events --routines --trx-tables",
              "--trx-tables (older releases: --trx-consistency-only): no lock after the snapshot, as"
                  + " nothing is written; its file \"metadata\" repeats the session's positions",
              List.of()),
          new BackupTool(
                  "CLONE",
                  VersionRange.since("8.0.17"),
                  "CLONE INSTANCE FROM 'USER'@'HOST':PORT IDENTIFIED BY 'PASSWORD'",
                  "run on the new server, of the same release, with the clone plugin on both; it"
                      + " takes GTIDs and positions with it, and InnoDB tables only; have skip_replica_start in"
                      + " its option file, as it takes the donor's channels with it, too",
                  List.of())
              .without(
                  "START REPLICA on the clone before it was attached",
                  "it has the donor's relay log position and not its relay logs"));

  private MySqlBackupTools() {}

  private static BackupTool xtrabackup(String name, VersionRange servers) {
    return new BackupTool(
            name,
            servers,
            "xtrabackup --backup --slave-info --target-dir=DIR",
            "--slave-info: keeps the source's position, or the GTIDs, with the copy",
            List.of())
        .without("--safe-slave-backup", SAFE_SLAVE);
  }
}
