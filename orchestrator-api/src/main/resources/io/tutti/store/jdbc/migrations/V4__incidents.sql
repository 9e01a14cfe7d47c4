-- Restarts of instances, for good. What a person says to close one has columns of its own, so that a later look cannot open it again.
-- open_now is 1 while it may have cost something or that is not known yet.

CREATE TABLE incident (
  id            VARCHAR(100) NOT NULL PRIMARY KEY,
  address       VARCHAR(300) NOT NULL,
  noticed_nanos BIGINT       NOT NULL,
  open_now      SMALLINT     NOT NULL,
  closed_nanos  BIGINT,
  closed_by     VARCHAR(300),
  closed_why    ${text},
  document      ${document}  NOT NULL
);

CREATE INDEX incident_address ON incident (address, noticed_nanos);
CREATE INDEX incident_open ON incident (open_now, noticed_nanos);

-- What hosts tell of their boots: one row for each boot of each.

CREATE TABLE boot_report (
  host        VARCHAR(300) NOT NULL,
  boot_id     VARCHAR(100) NOT NULL,
  first_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL,
  PRIMARY KEY (host, boot_id)
);
