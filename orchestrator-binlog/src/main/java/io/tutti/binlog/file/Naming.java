package io.tutti.binlog.file;

/** How a transaction is named in its log. */
public enum Naming {
  /** By its place only: MySQL 5.6 without GTIDs. */
  NOT,
  /** By its place only, with what a parallel applier has to know. */
  ANONYMOUS,
  MYSQL_GTID,
  MARIADB_GTID
}
