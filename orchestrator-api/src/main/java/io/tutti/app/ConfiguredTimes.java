package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.rollout.Cron;
import io.tutti.timing.When;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Schedules of the settings: what they may be called, and when they are due. */
final class ConfiguredTimes {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");

  private ConfiguredTimes() {}

  /**
   * Reads the settings of each schedule, by its name.
   *
   * @param prefix of their keys
   * @param what one of them is
   * @param read throws IllegalArgumentException for what is not right
   * @throws OrchestratorException INVALID_CONFIGURATION naming the one that is not right
   */
  static <S, T> Map<String, T> read(
      String prefix, String what, Map<String, S> settings, BiFunction<String, S, T> read) {
    Map<String, T> schedules = new TreeMap<>();
    settings.forEach((name, each) -> {
      try {
        requireName(name);
        schedules.put(name, read.apply(name, each));
      } catch (IllegalArgumentException e) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            prefix + name,
            "The %s %s%s is not right: %s. The controller was not started."
                .formatted(what, prefix, name, e.getMessage()),
            List.of("correct it, or take it out; see docs/schedules.md"),
            e);
      }
    });
    return schedules;
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "its name has other characters than a-z, 0-9 and -, or more than 40");
    }
  }

  /**
   * @param cron five fields
   * @throws IllegalArgumentException when it is not understood
   */
  static When repeated(String cron, String zone) {
    try {
      return new When.Repeated(Cron.parse(cron), ZoneId.of(zone));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("there is no time zone " + zone, e);
    }
  }
}
