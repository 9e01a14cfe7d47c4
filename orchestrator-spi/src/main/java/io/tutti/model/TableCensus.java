package io.tutti.model;

import java.util.List;
import java.util.Objects;

/**
 * The tables that were written since the server started, the server's own schemas left out. Read
 * now and then, not at every poll.
 *
 * @param schemas those that such a table is in, each once
 * @param tables how many there are
 * @param withoutPrimaryKey how many of them have no primary key
 * @param foreignKeyParents how many tables, written or not, a foreign key refers to
 */
public record TableCensus(
    List<String> schemas, long tables, long withoutPrimaryKey, Observed<Long> foreignKeyParents) {
  public TableCensus {
    schemas = List.copyOf(schemas);
    // States that an older controller stored have none.
    foreignKeyParents =
        Objects.requireNonNullElse(foreignKeyParents, Observed.unknown("it was not read"));
  }
}
