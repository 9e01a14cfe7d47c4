-- Servers that are kept from their clients, one row each, until somebody lifts it.

CREATE TABLE fence (
  address     VARCHAR(300) NOT NULL PRIMARY KEY,
  since_nanos BIGINT       NOT NULL,
  document    ${document}  NOT NULL
);

-- How servers were when they were seen first after their last start, one row each.

CREATE TABLE boot_sight (
  address       VARCHAR(300) NOT NULL PRIMARY KEY,
  started_nanos BIGINT       NOT NULL,
  document      ${document}  NOT NULL
);
