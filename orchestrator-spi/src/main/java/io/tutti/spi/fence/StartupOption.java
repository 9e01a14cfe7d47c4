package io.tutti.spi.fence;

/**
 * A line of the option file with which a server starts kept from its clients, and safe to
 * replicate.
 *
 * @param why for people, one sentence
 * @param wanted false for a line that is only shown, as the server is run otherwise on purpose
 */
public record StartupOption(String name, String value, String why, boolean wanted) {
  public static StartupOption of(String name, String value, String why) {
    return new StartupOption(name, value, why, true);
  }

  /** The same, wanted only where a condition holds. */
  public StartupOption onlyWhere(boolean condition, String otherwise) {
    return condition ? this : new StartupOption(name, value, why + " " + otherwise, false);
  }

  /** As an option file spells it. */
  public String line() {
    return (wanted ? "" : "#") + name + "=" + (value.contains(" ") ? "\"" + value + "\"" : value);
  }
}
