package io.tutti.analysis;

import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.Threshold;
import java.util.Optional;

/** A finding that a rule of the server's own plugin judged. */
public record Advised(AdviceCode code) implements FindingKind {
  @Override
  public String name() {
    return code.name();
  }

  @Override
  public Scope scope() {
    return code.isOfChannel() ? Scope.CHANNEL : Scope.INSTANCE;
  }

  @Override
  public Severity severity() {
    return switch (code.weight()) {
      case NOTICE -> Severity.NOTICE;
      case WARNING -> Severity.WARNING;
      case CRITICAL -> Severity.CRITICAL;
    };
  }

  @Override
  public String description() {
    return code.description();
  }

  @Override
  public Optional<Threshold> threshold() {
    return code.threshold();
  }

  @Override
  public String toString() {
    return name();
  }
}
