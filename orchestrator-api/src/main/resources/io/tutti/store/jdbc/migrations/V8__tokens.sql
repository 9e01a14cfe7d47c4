-- Tokens that were given away, by hash; a revoked one stays, so that its name means one token in the audit for good.

CREATE TABLE access_token (
  name          VARCHAR(100) NOT NULL PRIMARY KEY,
  role          VARCHAR(20)  NOT NULL,
  hash          VARCHAR(64)  NOT NULL UNIQUE,
  created_nanos BIGINT       NOT NULL,
  created_by    VARCHAR(200) NOT NULL,
  expires_nanos BIGINT,
  revoked_nanos BIGINT
);
