package io.tutti.model;

import java.util.List;

/**
 * The tables that were written since the server started, the server's own schemas left out. Read
 * now and then, not at every poll.
 *
 * @param schemas those that such a table is in, each once
 * @param tables how many there are
 * @param withoutPrimaryKey how many of them have no primary key
 */
public record TableCensus(List<String> schemas, long tables, long withoutPrimaryKey) {
  public TableCensus {
    schemas = List.copyOf(schemas);
  }
}
