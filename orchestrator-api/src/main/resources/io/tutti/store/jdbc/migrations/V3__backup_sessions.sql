-- Backup sessions. An ended one stays: its coordinates attach a copy that is restored later.
-- ended_nanos is null while it is open; the lease has columns of its own, so that a renewal cannot open an ended one again.

CREATE TABLE backup_session (
  id            VARCHAR(100) NOT NULL PRIMARY KEY,
  address       VARCHAR(300) NOT NULL,
  began_nanos   BIGINT       NOT NULL,
  lease_millis  BIGINT       NOT NULL,
  expires_nanos BIGINT       NOT NULL,
  ended_nanos   BIGINT,
  document      ${document}  NOT NULL
);

CREATE INDEX backup_session_address ON backup_session (address, began_nanos);
