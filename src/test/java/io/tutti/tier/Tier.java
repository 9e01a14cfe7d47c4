package io.tutti.tier;

/** When a test runs. {@code docs/testing.md} explains it, the root pom's profiles select by tag. */
public enum Tier {
  /** With each {@code ./mvnw verify}: what has no tag, or {@link Journey}. */
  DEFAULT("journey"),
  /** With {@code -Pthorough}, in shards: {@link Matrix} and {@link KillPoint}. */
  THOROUGH("thorough"),
  /** With {@code -Psoak}: {@link Soak}. */
  SOAK("soak");

  /** Of a method with some cases in the default tier and the others in the thorough one. */
  public static final String PARTLY_THOROUGH = "partly-thorough";

  private final String tag;

  Tier(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }
}
