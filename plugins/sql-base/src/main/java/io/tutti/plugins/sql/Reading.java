package io.tutti.plugins.sql;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.spi.HeartbeatTable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one reading of a server brought, before it becomes facts.
 *
 * @param settings the wanted variables
 * @param zone the server's time zone now: old tables print local times
 * @param serverTime the server's clock when the settings were read
 * @param clock the same, but not by way of the time zone, in which an hour comes twice a year
 * @param memory remembers parsed texts from reading to reading
 */
public record Reading(
    ServerVersion version,
    Settings settings,
    Answers answers,
    ZoneOffset zone,
    Instant serverTime,
    Instant clock,
    List<HeartbeatTable> heartbeats,
    Memory memory) {

  /** The rows that answered the question, or why there are none. */
  public Observed<Rows> rows(String key) {
    return answers.rows(key);
  }

  /** The variable under the first of its names that this server has. */
  public Observed<String> text(String... names) {
    return settings.text(nameIn(names));
  }

  public Observed<Long> number(String... names) {
    return settings.number(nameIn(names));
  }

  public Observed<Boolean> flag(String... names) {
    return settings.flag(nameIn(names));
  }

  /** The status variable under the first of its names that this server has. */
  public Observed<String> statusText(String... names) {
    return status()
        .flatMap(status -> {
          for (String name : names) {
            String text = status.get(name);
            if (text != null) {
              return Observed.known(text);
            }
          }
          return Observed.absent("this server has no status variable " + names[0]);
        });
  }

  /** All status variables that were read, by name. */
  Observed<Map<String, String>> status() {
    return rows(SharedQuestions.COUNTERS)
        .map(rows ->
            memory.derived(SharedQuestions.COUNTERS, List.of(rows), () -> byVariableName(rows)));
  }

  /**
   * What is made of the settings and of the answers to these questions alone, and so is the same
   * for as long as they are.
   *
   * @param slot names it; always with the same supplier, which looks at nothing else
   */
  public <T> T madeOf(List<String> keys, String slot, Supplier<T> supplier) {
    List<Object> sources = new ArrayList<>(keys.size() + 1);
    sources.add(settings);
    for (String key : keys) {
      if (!(rows(key) instanceof Observed.Known<Rows>(Rows rows))) {
        return supplier.get();
      }
      sources.add(rows);
    }
    return memory.derived(slot, sources, supplier);
  }

  private static Map<String, String> byVariableName(Rows rows) {
    Map<String, String> byName = new HashMap<>();
    for (Row row : rows.all()) {
      byName.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value"));
    }
    return byName;
  }

  private String nameIn(String... names) {
    for (String name : names) {
      if (settings.values().containsKey(name)) {
        return name;
      }
    }
    return names[0];
  }

  /** A GTID set from its text, parsed only when the text is another than the last time. */
  public Observed<GtidSet> gtidSet(
      String slot, String text, Function<String, ? extends GtidSet> parser) {
    try {
      return Observed.known(memory.parsed(slot, text, parser::apply));
    } catch (IllegalArgumentException e) {
      return Observed.unknown(slot + " could not be understood: " + e.getMessage());
    }
  }

  /** A channel's lag by the heartbeat tables of this reading; absent when there are none. */
  public Observed<Lag> heartbeatLag(ReplicaStatus status) {
    return Heartbeats.lag(this, status);
  }

  Reading withAnswers(Answers newAnswers) {
    return new Reading(version, settings, newAnswers, zone, serverTime, clock, heartbeats, memory);
  }

  /** A position from a row; absent where the server has none yet. */
  public static Observed<BinlogPosition> position(String file, long offset) {
    if (file.isEmpty()) {
      return Observed.absent("the server names no log file yet");
    }
    try {
      return Observed.known(new BinlogPosition(file, offset));
    } catch (IllegalArgumentException e) {
      return Observed.unknown("the server names \"" + file + "\": " + e.getMessage());
    }
  }
}
