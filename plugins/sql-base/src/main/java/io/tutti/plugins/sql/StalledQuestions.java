package io.tutti.plugins.sql;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Statements that did not answer in time, each with the time of its next try. The pauses double, so
 * that threads stuck in the server never pile up: a server whose relay-log disk is full answers
 * neither SHOW SLAVE STATUS nor the KILL of its thread.
 */
final class StalledQuestions {
  /** First pause: short, because most stalls are a moment of load. */
  static final Duration PAUSE_FIRST = Duration.ofSeconds(5);

  /** Longest pause: what an operator accepts to wait for after the disk has room again. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(60);

  private final Map<String, Stall> stalls = new LinkedHashMap<>();
  private final LongSupplier nanoClock;

  StalledQuestions(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * A statement and the thread that it left out.
   *
   * @param threadId the server's number of the connection on which it hung
   * @param why what was observed when it hung
   */
  record Stall(Question question, long threadId, String why, Duration pause, long nextTryNanos) {}

  /** Notes that the statement hung; its pause doubles with every time. */
  void add(Question question, long threadId, String why) {
    Stall before = stalls.get(question.key());
    Duration pause = before == null ? PAUSE_FIRST : doubled(before.pause());
    stalls.put(
        question.key(),
        new Stall(question, threadId, why, pause, nanoClock.getAsLong() + pause.toNanos()));
  }

  /** Waits another, longer pause without having asked, as the old thread still hangs. */
  void postpone(Stall stall) {
    add(stall.question(), stall.threadId(), stall.why());
  }

  void remove(String key) {
    stalls.remove(key);
  }

  Optional<Stall> find(String key) {
    return Optional.ofNullable(stalls.get(key));
  }

  boolean isDue(Stall stall) {
    return nanoClock.getAsLong() - stall.nextTryNanos() >= 0;
  }

  /** {@code SHOW SLAVE STATUS did not answer within 1 s; next try in 5 s}. */
  String sentence(Stall stall) {
    long millis =
        Math.max(0, Duration.ofNanos(stall.nextTryNanos() - nanoClock.getAsLong()).toMillis());
    String why = stall.why().endsWith(".") ? stall.why() : stall.why() + ".";
    return why.substring(0, why.length() - 1) + "; next try in " + (millis + 999) / 1000 + " s";
  }

  List<String> titles() {
    return stalls.values().stream().map(stall -> stall.question().title()).toList();
  }

  private static Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : twice;
  }
}
