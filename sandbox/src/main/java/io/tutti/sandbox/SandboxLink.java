package io.tutti.sandbox;

import java.time.Duration;

/**
 * The network between a replica and its source, where the sandbox was built with proxied links: the
 * replica connects to {@link #proxyAddress()}, which forwards to the source.
 */
public final class SandboxLink {

  /** What a cut link does to the bytes on it. */
  public enum CutMode {
    /** Connections are reset, new ones too: what a host whose process died answers. */
    RESET,
    /**
     * Bytes no longer arrive and nobody is informed: what a pulled cable does. They arrive after
     * {@link SandboxLink#heal()}, as retransmitted packets would.
     */
    DROP
  }

  private final Topology.Link ends;
  private final TcpProxy proxy;

  SandboxLink(Topology.Link ends, TcpProxy proxy) {
    this.ends = ends;
    this.proxy = proxy;
  }

  /** The node that is replicated from. */
  public int source() {
    return ends.source();
  }

  /** The node that replicates. */
  public int replica() {
    return ends.replica();
  }

  /** What the replica believes to be its source's address. */
  public ServerAddress proxyAddress() {
    return proxy.address();
  }

  /** Cuts the link by {@link CutMode#RESET}. */
  public void cut() {
    cut(CutMode.RESET);
  }

  public void cut(CutMode mode) {
    switch (mode) {
      case RESET -> proxy.reset();
      case DROP -> proxy.drop();
    }
  }

  /** Ends a cut. A delay stays. */
  public void heal() {
    proxy.pass();
  }

  public boolean isCut() {
    return !proxy.isPassing();
  }

  /**
   * Makes every byte take longer, in each direction; {@link Duration#ZERO} ends it.
   *
   * @throws IllegalArgumentException when negative
   */
  public void delay(Duration oneWay) {
    if (oneWay.isNegative()) {
      throw new IllegalArgumentException("A link cannot be delayed by " + oneWay);
    }
    proxy.delay(oneWay);
  }

  @Override
  public String toString() {
    return ends + " through " + proxyAddress();
  }
}
