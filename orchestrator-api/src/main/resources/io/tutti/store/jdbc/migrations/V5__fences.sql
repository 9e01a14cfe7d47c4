-- Servers that are kept from their clients, one row each, until somebody lifts it.

CREATE TABLE fence (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);
