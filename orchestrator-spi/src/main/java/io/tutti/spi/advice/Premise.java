package io.tutti.spi.advice;

import io.tutti.model.Observed;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What must hold for a rule to hit, put together fact by fact. A fact that is known to speak
 * against it settles the matter, whatever is unknown beside; an unknown one leaves it open; an
 * absent one (the server has no such thing) speaks against it.
 */
public final class Premise {
  private static final Observed<Boolean> HOLDS = Observed.known(true);
  private static final Observed<Boolean> FAILS = Observed.known(false);

  private final Observed<Boolean> verdict;

  private Premise(Observed<Boolean> verdict) {
    this.verdict = verdict;
  }

  /** Begins with a fact of which {@code speaksFor} must be true. */
  public static <T> Premise given(Observed<T> fact, Predicate<? super T> speaksFor) {
    return new Premise(HOLDS).and(fact, speaksFor);
  }

  /** Begins with something that is always known. */
  public static Premise given(boolean condition) {
    return new Premise(condition ? HOLDS : FAILS);
  }

  public <T> Premise and(Observed<T> fact, Predicate<? super T> speaksFor) {
    Observed<Boolean> next =
        switch (fact) {
          case Observed.Known<T>(T value) -> speaksFor.test(value) ? HOLDS : FAILS;
          case Observed.Absent<T> absent -> FAILS;
          case Observed.Unknown<T>(String why) -> Observed.unknown(why);
        };
    return and(next);
  }

  public Premise and(boolean condition) {
    return and(condition ? HOLDS : FAILS);
  }

  /** Both must hold. */
  public Premise and(Premise other) {
    return and(other.verdict);
  }

  private Premise and(Observed<Boolean> next) {
    if (verdict.is(false) || next.is(true)) {
      return this;
    }
    return next.is(false) || verdict.is(true) ? new Premise(next) : this;
  }

  /** One of them must hold; it is open when none does and one is unknown. */
  public Premise or(Premise other) {
    if (verdict.is(true) || other.verdict.is(false)) {
      return this;
    }
    return verdict.is(false) || other.verdict.is(true) ? other : this;
  }

  /** What a rule answers: the advice where all holds, which is put together only then. */
  public Observed<Advice> advise(Supplier<Advice> advice) {
    return switch (verdict) {
      case Observed.Known<Boolean>(Boolean holds) ->
          holds ? Observed.known(advice.get()) : Observed.absent("all is well");
      case Observed.Absent<Boolean>(String why) -> Observed.absent(why);
      case Observed.Unknown<Boolean>(String why) -> Observed.unknown(why);
    };
  }
}
