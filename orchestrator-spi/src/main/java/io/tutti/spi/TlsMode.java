package io.tutti.spi;

/** Whether a connection to a target is encrypted. */
public enum TlsMode {
  /** Never: the default, because the oldest servers speak only what today's drivers refuse. */
  DISABLED,
  /** Always, and its certificate must be known, or signed by one that is. */
  REQUIRED,
  /** Always, and its certificate must be signed by a trusted authority and bear its name. */
  VERIFIED
}
