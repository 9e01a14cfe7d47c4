-- Operations, what happened in them, and which of them holds which topology.

-- The plan is written once, how the whole stands with each event, and of the steps the one that the event is about.
CREATE TABLE operation (
  id              VARCHAR(100) NOT NULL PRIMARY KEY,
  idempotency_key VARCHAR(300) UNIQUE,
  is_terminal     INTEGER      NOT NULL,
  sequence_number BIGINT       NOT NULL,
  planned         ${document}  NOT NULL,
  standing        ${document}  NOT NULL
);

CREATE INDEX operation_terminal ON operation (is_terminal);

-- A step that was not begun has no row.
CREATE TABLE operation_step (
  operation_id VARCHAR(100) NOT NULL,
  step_index   INTEGER      NOT NULL,
  document     ${document}  NOT NULL,
  PRIMARY KEY (operation_id, step_index)
);

CREATE TABLE operation_event (
  operation_id    VARCHAR(100) NOT NULL,
  sequence_number BIGINT       NOT NULL,
  document        ${document}  NOT NULL,
  PRIMARY KEY (operation_id, sequence_number)
);

-- A row stays when all is given back, so that the epoch of a cluster only grows.
CREATE TABLE topology_lock (
  cluster_name VARCHAR(300) NOT NULL PRIMARY KEY,
  epoch        BIGINT       NOT NULL
);

-- What operations claim now: each one some instances, or the whole topology.
CREATE TABLE lock_grant (
  holder       VARCHAR(100) NOT NULL PRIMARY KEY,
  cluster_name VARCHAR(300) NOT NULL,
  epoch        BIGINT       NOT NULL,
  claim        VARCHAR(20)  NOT NULL,
  instances    ${text}      NOT NULL
);

CREATE TABLE kept_settings (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL,
  at_nanos BIGINT       NOT NULL
);
