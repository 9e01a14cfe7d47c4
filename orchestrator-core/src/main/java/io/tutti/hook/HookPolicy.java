package io.tutti.hook;

/** What becomes of an operation whose hook fails. */
public enum HookPolicy {
  /** It goes on. */
  ADVISORY,

  /** It does not begin, where the hook is called before it. */
  MAY_ABORT
}
