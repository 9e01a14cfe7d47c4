package io.tutti.plugins.mariadb;

import io.tutti.spi.backup.BackupTool;
import io.tutti.spi.knob.VersionRange;
import java.util.List;

/** The tools that copy a MariaDB replica, and how each is called while its applier is stopped. */
final class MariaDbBackupTools {
  private static final String STARTS_AGAIN =
      "it starts the applier at its end, also one that was stopped before; the session has the position";

  private static final String SAFE_SLAVE =
      "not needed: the applier is stopped, and has no temporary table open; where one were open, it"
          + " would start the applier";

  static final List<BackupTool> ALL =
      List.of(
          files("xtrabackup 2.3", VersionRange.until("10.1.23"), "xtrabackup"),
          files("mariabackup", VersionRange.since("10.1.23"), "mariabackup"),
          dump("mysqldump", VersionRange.until("10.5.2"), "mysqldump"),
          dump("mariadb-dump", VersionRange.since("10.5.2"), "mariadb-dump"),
          new BackupTool(
              "mydumper",
              VersionRange.ALL,
              "mydumper --threads 4 --triggers --events --routines --trx-tables",
              "--trx-tables (older releases: --trx-consistency-only): no lock after the snapshot, as"
                  + " nothing is written; its file \"metadata\" repeats the session's positions",
              List.of()));

  private MariaDbBackupTools() {}

  private static BackupTool files(String name, VersionRange servers, String program) {
    return new BackupTool(
            name,
            servers,
            program + " --backup --slave-info --target-dir=DIR",
            "--slave-info: keeps gtid_slave_pos, or the source's position, with the copy. After a"
                + " gap that position would be wrong: that is what the session proves away",
            List.of())
        .without("--safe-slave-backup", SAFE_SLAVE);
  }

  private static BackupTool dump(String name, VersionRange servers, String program) {
    return new BackupTool(
            name,
            servers,
            program + " --all-databases --single-transaction --routines --events --triggers",
            "--single-transaction: InnoDB tables without locks",
            List.of())
        .without("--dump-slave", STARTS_AGAIN)
        .without(
            "--apply-slave-statements",
            "it belongs to --dump-slave; the session's statements do it")
        .without(
            "--master-data, --gtid",
            "not needed: they write the own position, which the session shows");
  }
}
