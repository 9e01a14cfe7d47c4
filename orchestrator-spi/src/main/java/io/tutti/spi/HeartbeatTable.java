package io.tutti.spi;

/**
 * A table in which somebody writes the time on the source every second or so.
 *
 * @param schema its schema
 * @param table its name
 * @param timeColumn a column of timestamps in UTC, as text ({@code 2026-11-20T23:21:54.000120}) or
 *     as a DATETIME
 */
public record HeartbeatTable(String schema, String table, String timeColumn) {
  @Override
  public String toString() {
    return schema + "." + table + "." + timeColumn;
  }
}
