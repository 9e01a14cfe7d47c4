package io.tutti.spi.fence;

/**
 * A line of the option file with which a server starts kept from its clients, and safe to
 * replicate.
 *
 * @param why for people, one sentence
 * @param wanted false for a line that is only shown, as the server is run otherwise on purpose
 */
public record BootOption(String name, String value, String why, boolean wanted) {
  public static BootOption of(String name, String value, String why) {
    return new BootOption(name, value, why, true);
  }

  /** The same, wanted only where a condition holds. */
  public BootOption onlyWhere(boolean condition, String otherwise) {
    return condition ? this : new BootOption(name, value, why + " " + otherwise, false);
  }

  /** As an option file spells it. */
  public String line() {
    return (wanted ? "" : "#") + name + "=" + (value.contains(" ") ? "\"" + value + "\"" : value);
  }
}
