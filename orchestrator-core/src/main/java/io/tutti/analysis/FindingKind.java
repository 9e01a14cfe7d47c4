package io.tutti.analysis;

import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.Threshold;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can be found: by core itself ({@link FindingCode}), or by the rules of a plugin ({@link
 * Advised}).
 */
public sealed interface FindingKind permits FindingCode, Advised {

  /** The stable code. */
  String name();

  Scope scope();

  Severity severity();

  /** What it means, one sentence. */
  String description();

  /** From what on its rule hits; empty where there is nothing to set. */
  Optional<Threshold> threshold();

  /** All there are, those of core first. */
  static List<FindingKind> all() {
    return Stream.concat(
            Arrays.<FindingKind>stream(FindingCode.values()),
            Arrays.stream(AdviceCode.values()).map(Advised::new))
        .toList();
  }
}
