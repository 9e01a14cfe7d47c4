-- The tables of the controller, by capability. Until the first release there is this one file.
--
-- ${document}, ${text} and ${identity} are the database's own words for a long JSON text in UTF-8, for a text, and for
-- a counted key. Documents over half a MiB are compressed with gzip.
-- Columns in _nanos are moments: nanoseconds since 1970-01-01T00:00:00Z, so that what is read is exactly what was written.
-- An address is host:port.


-- Instances: what was observed, in three parts, as they change seldom, hardly ever, and with each reading.

CREATE TABLE instance (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

CREATE TABLE instance_settings (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

CREATE TABLE instance_reading (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

CREATE TABLE instance_alias (
  alias   VARCHAR(300) NOT NULL PRIMARY KEY,
  address VARCHAR(300) NOT NULL
);

CREATE TABLE cluster_name (
  address VARCHAR(300) NOT NULL PRIMARY KEY,
  name    VARCHAR(300) NOT NULL
);

-- Rows are kept when their instance is forgotten: after a crash they show what may be lost.
CREATE TABLE durability_history (
  address               VARCHAR(300) NOT NULL,
  first_confirmed_nanos BIGINT       NOT NULL,
  last_confirmed_nanos  BIGINT       NOT NULL,
  durability            ${text}      NOT NULL,
  PRIMARY KEY (address, first_confirmed_nanos)
);


-- Access: servers that are trusted with passwords, and tokens that were given to people and scripts.

-- The document has what the server must show before it gets a password.
CREATE TABLE known_server (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);

-- A revoked token keeps its row, so that its name means one token in the audit for good.
CREATE TABLE access_token (
  name          VARCHAR(100) NOT NULL PRIMARY KEY,
  role          VARCHAR(20)  NOT NULL,
  hash          VARCHAR(64)  NOT NULL UNIQUE,
  created_nanos BIGINT       NOT NULL,
  created_by    VARCHAR(200) NOT NULL,
  expires_nanos BIGINT,
  revoked_nanos BIGINT
);


-- Audit: who did or asked for what, and how it ended.

CREATE TABLE audit (
  id       ${identity}   PRIMARY KEY,
  at_nanos BIGINT        NOT NULL,
  actor    VARCHAR(200)  NOT NULL,
  action   VARCHAR(100)  NOT NULL,
  target   VARCHAR(300)  NOT NULL,
  outcome  VARCHAR(20)   NOT NULL,
  reason   ${text}       NOT NULL
);

CREATE INDEX audit_target ON audit (target, id);


-- Operations: their plans, their steps, what happened in them, and what each one claims.

-- The plan is written once, the state of the operation with each event.
CREATE TABLE operation (
  id              VARCHAR(100) NOT NULL PRIMARY KEY,
  idempotency_key VARCHAR(300) UNIQUE,
  is_terminal     INTEGER      NOT NULL,
  sequence_number BIGINT       NOT NULL,
  planned         ${document}  NOT NULL,
  state           ${document}  NOT NULL
);

CREATE INDEX operation_terminal ON operation (is_terminal);

-- Written with each event of the step. A step that was not begun has no row.
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

-- A row is kept when the lock is released, so that the epoch of a cluster only grows.
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


-- Parallel replication: the settings that a server is to keep through restarts.

CREATE TABLE kept_settings (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL,
  at_nanos BIGINT       NOT NULL
);


-- Backup sessions. An ended one is kept: its coordinates attach a copy that is restored later.

-- ended_nanos is null while the session is open. The lease has columns of its own, so that a renewal cannot open an
-- ended session again.
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


-- Crashes: restarts of servers, starts of servers and boots of hosts as observed, fences, and rebuilds that are due.

-- Kept for good. open_now is 1 while the restart may have cost something, or that is not known yet. What a person says
-- to close an incident has columns of its own, so that a later investigation cannot open it again.
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

-- What hosts report of their own boots.
CREATE TABLE boot_report (
  host        VARCHAR(300) NOT NULL,
  boot_id     VARCHAR(100) NOT NULL,
  first_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL,
  PRIMARY KEY (host, boot_id)
);

-- How a server was at the first contact after its last start.
CREATE TABLE startup_observation (
  address       VARCHAR(300) NOT NULL PRIMARY KEY,
  started_nanos BIGINT       NOT NULL,
  document      ${document}  NOT NULL
);

-- Servers that are fenced now.
CREATE TABLE fence (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);

-- Servers that are to be rebuilt from another one.
CREATE TABLE rebuild_mark (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);

-- The names that people gave to clusters, each with the name that its cluster had then, and what they said of servers.
CREATE TABLE cluster_alias (
  alias   VARCHAR(63)  NOT NULL PRIMARY KEY,
  cluster VARCHAR(300) NOT NULL
);

CREATE TABLE instance_tag (
  address   VARCHAR(300) NOT NULL,
  name      VARCHAR(63)  NOT NULL,
  tag_value VARCHAR(255) NOT NULL,
  PRIMARY KEY (address, name)
);

-- Findings that somebody knows of: acknowledged or muted, one row for each code and server or cluster.

CREATE TABLE silence (
  id       VARCHAR(450) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Servers and clusters that are worked on, one row each.

CREATE TABLE downtime (
  id       VARCHAR(350) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Clusters that were failed over by themselves, and are not so again for a while.

CREATE TABLE failover_hold (
  id       VARCHAR(350) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Servers that somebody wants promoted before others, or not at all, one row each.

CREATE TABLE candidacy (
  id       VARCHAR(350) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Since when each finding is there, so that a restarted controller knows it.

CREATE TABLE finding_time (
  code        VARCHAR(100) NOT NULL,
  subject     VARCHAR(450) NOT NULL,
  since_nanos BIGINT       NOT NULL,
  PRIMARY KEY (code, subject)
);

-- Rollouts of settings, one row each, ended ones too.

CREATE TABLE rollout_run (
  id       VARCHAR(100) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- What was read of servers in the waves of rollouts, for gates and reports; thinned, and of the
-- newest hundred rollouts only.

CREATE TABLE rollout_readings (
  rollout  VARCHAR(100) NOT NULL,
  wave     INT          NOT NULL,
  address  VARCHAR(300) NOT NULL,
  document ${document}  NOT NULL,
  PRIMARY KEY (rollout, wave, address)
);

-- What operations measured of replicas, one row each.

CREATE TABLE tuning (
  id       VARCHAR(100) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Schedules, as Quartz 2.5 keeps them: its own columns, and names in capitals as it writes them.

CREATE TABLE QUARTZ_JOB_DETAILS (
  SCHED_NAME        VARCHAR(120) NOT NULL,
  JOB_NAME          VARCHAR(190) NOT NULL,
  JOB_GROUP         VARCHAR(190) NOT NULL,
  DESCRIPTION       VARCHAR(250),
  JOB_CLASS_NAME    VARCHAR(250) NOT NULL,
  IS_DURABLE        BOOLEAN      NOT NULL,
  IS_NONCONCURRENT  BOOLEAN      NOT NULL,
  IS_UPDATE_DATA    BOOLEAN      NOT NULL,
  REQUESTS_RECOVERY BOOLEAN      NOT NULL,
  JOB_DATA          ${document},
  PRIMARY KEY (SCHED_NAME, JOB_NAME, JOB_GROUP)
);

CREATE TABLE QUARTZ_TRIGGERS (
  SCHED_NAME     VARCHAR(120) NOT NULL,
  TRIGGER_NAME   VARCHAR(190) NOT NULL,
  TRIGGER_GROUP  VARCHAR(190) NOT NULL,
  JOB_NAME       VARCHAR(190) NOT NULL,
  JOB_GROUP      VARCHAR(190) NOT NULL,
  DESCRIPTION    VARCHAR(250),
  NEXT_FIRE_TIME BIGINT,
  PREV_FIRE_TIME BIGINT,
  PRIORITY       INTEGER,
  TRIGGER_STATE  VARCHAR(16)  NOT NULL,
  TRIGGER_TYPE   VARCHAR(8)   NOT NULL,
  START_TIME     BIGINT       NOT NULL,
  END_TIME       BIGINT,
  CALENDAR_NAME  VARCHAR(190),
  MISFIRE_INSTR  SMALLINT,
  JOB_DATA       ${document},
  PRIMARY KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP),
  FOREIGN KEY (SCHED_NAME, JOB_NAME, JOB_GROUP)
    REFERENCES QUARTZ_JOB_DETAILS (SCHED_NAME, JOB_NAME, JOB_GROUP)
);

CREATE INDEX QUARTZ_TRIGGERS_NEXT ON QUARTZ_TRIGGERS (SCHED_NAME, TRIGGER_STATE, NEXT_FIRE_TIME);

CREATE TABLE QUARTZ_SIMPLE_TRIGGERS (
  SCHED_NAME      VARCHAR(120) NOT NULL,
  TRIGGER_NAME    VARCHAR(190) NOT NULL,
  TRIGGER_GROUP   VARCHAR(190) NOT NULL,
  REPEAT_COUNT    BIGINT       NOT NULL,
  REPEAT_INTERVAL BIGINT       NOT NULL,
  TIMES_TRIGGERED BIGINT       NOT NULL,
  PRIMARY KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP),
  FOREIGN KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
    REFERENCES QUARTZ_TRIGGERS (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
);

CREATE TABLE QUARTZ_CRON_TRIGGERS (
  SCHED_NAME      VARCHAR(120) NOT NULL,
  TRIGGER_NAME    VARCHAR(190) NOT NULL,
  TRIGGER_GROUP   VARCHAR(190) NOT NULL,
  CRON_EXPRESSION VARCHAR(120) NOT NULL,
  TIME_ZONE_ID    VARCHAR(80),
  PRIMARY KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP),
  FOREIGN KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
    REFERENCES QUARTZ_TRIGGERS (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
);

CREATE TABLE QUARTZ_SIMPROP_TRIGGERS (
  SCHED_NAME    VARCHAR(120) NOT NULL,
  TRIGGER_NAME  VARCHAR(190) NOT NULL,
  TRIGGER_GROUP VARCHAR(190) NOT NULL,
  STR_PROP_1    VARCHAR(512),
  STR_PROP_2    VARCHAR(512),
  STR_PROP_3    VARCHAR(512),
  INT_PROP_1    INTEGER,
  INT_PROP_2    INTEGER,
  LONG_PROP_1   BIGINT,
  LONG_PROP_2   BIGINT,
  DEC_PROP_1    NUMERIC(13, 4),
  DEC_PROP_2    NUMERIC(13, 4),
  BOOL_PROP_1   BOOLEAN,
  BOOL_PROP_2   BOOLEAN,
  PRIMARY KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP),
  FOREIGN KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
    REFERENCES QUARTZ_TRIGGERS (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
);

CREATE TABLE QUARTZ_BLOB_TRIGGERS (
  SCHED_NAME    VARCHAR(120) NOT NULL,
  TRIGGER_NAME  VARCHAR(190) NOT NULL,
  TRIGGER_GROUP VARCHAR(190) NOT NULL,
  BLOB_DATA     ${document},
  PRIMARY KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP),
  FOREIGN KEY (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
    REFERENCES QUARTZ_TRIGGERS (SCHED_NAME, TRIGGER_NAME, TRIGGER_GROUP)
);

CREATE TABLE QUARTZ_CALENDARS (
  SCHED_NAME    VARCHAR(120) NOT NULL,
  CALENDAR_NAME VARCHAR(190) NOT NULL,
  CALENDAR      ${document}  NOT NULL,
  PRIMARY KEY (SCHED_NAME, CALENDAR_NAME)
);

CREATE TABLE QUARTZ_PAUSED_TRIGGER_GRPS (
  SCHED_NAME    VARCHAR(120) NOT NULL,
  TRIGGER_GROUP VARCHAR(190) NOT NULL,
  PRIMARY KEY (SCHED_NAME, TRIGGER_GROUP)
);

CREATE TABLE QUARTZ_FIRED_TRIGGERS (
  SCHED_NAME        VARCHAR(120) NOT NULL,
  ENTRY_ID          VARCHAR(140) NOT NULL,
  TRIGGER_NAME      VARCHAR(190) NOT NULL,
  TRIGGER_GROUP     VARCHAR(190) NOT NULL,
  INSTANCE_NAME     VARCHAR(190) NOT NULL,
  FIRED_TIME        BIGINT       NOT NULL,
  SCHED_TIME        BIGINT       NOT NULL,
  PRIORITY          INTEGER      NOT NULL,
  STATE             VARCHAR(16)  NOT NULL,
  JOB_NAME          VARCHAR(190),
  JOB_GROUP         VARCHAR(190),
  IS_NONCONCURRENT  BOOLEAN,
  REQUESTS_RECOVERY BOOLEAN,
  PRIMARY KEY (SCHED_NAME, ENTRY_ID)
);

CREATE TABLE QUARTZ_SCHEDULER_STATE (
  SCHED_NAME        VARCHAR(120) NOT NULL,
  INSTANCE_NAME     VARCHAR(190) NOT NULL,
  LAST_CHECKIN_TIME BIGINT       NOT NULL,
  CHECKIN_INTERVAL  BIGINT       NOT NULL,
  PRIMARY KEY (SCHED_NAME, INSTANCE_NAME)
);

CREATE TABLE QUARTZ_LOCKS (
  SCHED_NAME VARCHAR(120) NOT NULL,
  LOCK_NAME  VARCHAR(40)  NOT NULL,
  PRIMARY KEY (SCHED_NAME, LOCK_NAME)
);
