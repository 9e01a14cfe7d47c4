package io.tutti.analysis;

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

  /** Its page, below the project's root. */
  default String docsPage() {
    return "docs/findings/" + name() + ".md";
  }
}
