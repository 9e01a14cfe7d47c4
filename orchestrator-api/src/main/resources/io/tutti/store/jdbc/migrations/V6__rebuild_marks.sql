-- Servers that are to be made anew from another one, one row each.

CREATE TABLE rebuild_mark (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);
