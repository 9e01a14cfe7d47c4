-- ${document}, ${text} and ${identity} are the database's own words for a long JSON text in UTF-8, for a text, and for
-- a counted key. Documents over half a MiB are compressed with gzip.
-- Moments are nanoseconds since 1970-01-01T00:00:00Z, so that what is read is exactly what was written.

CREATE TABLE instance (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- Half of what is known of an instance, and hardly ever different.
CREATE TABLE instance_settings (
  address  VARCHAR(300) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);

-- What every reading changes, also of an idle instance.
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

-- Stays when its instance is forgotten: after a crash it tells what may be lost.
CREATE TABLE durability_history (
  address               VARCHAR(300) NOT NULL,
  first_confirmed_nanos BIGINT       NOT NULL,
  last_confirmed_nanos  BIGINT       NOT NULL,
  durability            ${text}      NOT NULL,
  PRIMARY KEY (address, first_confirmed_nanos)
);

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
