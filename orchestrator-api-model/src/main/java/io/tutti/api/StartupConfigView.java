package io.tutti.api;

import java.util.List;

/**
 * The option file with which an instance starts fenced.
 *
 * @param file a name under which it is read after the others in its folder
 * @param text the file as it is to be written
 */
public record StartupConfigView(
    String address, String version, String file, String text, List<OptionView> options) {
  /**
   * A line of it.
   *
   * @param wanted false for one that is only shown
   */
  public record OptionView(String name, String value, String why, boolean wanted) {}
}
