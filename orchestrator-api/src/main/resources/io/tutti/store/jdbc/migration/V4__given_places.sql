-- The cluster that each former source gave its place in, one row for each of them.

CREATE TABLE given_place (
  former  VARCHAR(300) NOT NULL PRIMARY KEY,
  cluster VARCHAR(300) NOT NULL
);
