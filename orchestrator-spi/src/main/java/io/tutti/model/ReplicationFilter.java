package io.tutti.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One rule by which a server leaves transactions, or rows of them, out on purpose. Filters are kept
 * among the {@link Settings}, those of a named channel under its name: {@code
 * east.replicate_do_db}.
 *
 * @param channel the channel that it is of; empty for the default one, and for the binlog
 * @param name as in an option file: {@code replicate_ignore_table}, {@code binlog_do_db}
 * @param value as the server shows it, several by commas
 */
public record ReplicationFilter(String channel, String name, String value) {
  private static final Set<String> NAMES =
      Set.of(
          "replicate_do_db",
          "replicate_ignore_db",
          "replicate_do_table",
          "replicate_ignore_table",
          "replicate_wild_do_table",
          "replicate_wild_ignore_table",
          "replicate_rewrite_db",
          "replicate_ignore_server_ids",
          "replicate_do_domain_ids",
          "replicate_ignore_domain_ids",
          "binlog_do_db",
          "binlog_ignore_db");

  /** All filters of a server, by name. */
  public static List<ReplicationFilter> of(Settings settings) {
    List<ReplicationFilter> filters = new ArrayList<>();
    settings
        .values()
        .forEach((key, value) -> {
          int dot = key.lastIndexOf('.');
          String name = key.substring(dot + 1);
          if (NAMES.contains(name) && !value.isBlank()) {
            filters.add(new ReplicationFilter(dot < 0 ? "" : key.substring(0, dot), name, value));
          }
        });
    return List.copyOf(filters);
  }

  /** Whether it keeps what is written or applied here out of the binlog. */
  public boolean isOfBinlog() {
    return name.startsWith("binlog_");
  }

  /** The name that it is kept under. */
  public String settingName() {
    return channel.isEmpty() ? name : channel + "." + name;
  }

  @Override
  public String toString() {
    return name + " = " + value + (channel.isEmpty() ? "" : " (channel '" + channel + "')");
  }
}
