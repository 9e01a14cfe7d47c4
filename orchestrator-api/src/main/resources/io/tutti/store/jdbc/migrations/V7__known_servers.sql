-- Servers that are trusted with passwords, and what they must show before they get one.

CREATE TABLE known_server (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);
