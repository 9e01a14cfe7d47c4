-- Who was below each source while it lived, one row for each source.

CREATE TABLE remembered_cluster (
  id       VARCHAR(350) NOT NULL PRIMARY KEY,
  document ${document}  NOT NULL
);
