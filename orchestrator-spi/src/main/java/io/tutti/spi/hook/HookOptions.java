package io.tutti.spi.hook;

import java.util.List;
import java.util.Optional;

/**
 * How the operator set a hook up, as far as its kind is concerned.
 *
 * @param name as in the settings
 * @param command a program and its arguments, for no shell
 * @param url it may hold a secret
 * @param secret never shown
 */
public record HookOptions(
    String name, List<String> command, Optional<String> url, Optional<String> secret) {
  public HookOptions {
    command = List.copyOf(command);
  }

  @Override
  public String toString() {
    return name;
  }
}
