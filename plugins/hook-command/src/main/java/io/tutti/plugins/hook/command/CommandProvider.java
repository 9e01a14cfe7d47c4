package io.tutti.plugins.hook.command;

import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookProvider;
import io.tutti.spi.hook.Messages;
import io.tutti.spi.program.Program;
import java.nio.file.Path;

/** Found by the service loader. */
public final class CommandProvider implements HookProvider {
  @Override
  public String kind() {
    return "command";
  }

  @Override
  public Hook open(HookOptions options, Messages messages) {
    if (options.url().isPresent() || options.secret().isPresent()) {
      throw new IllegalArgumentException("a command has neither a url nor a secret");
    }
    if (options.command().isEmpty()) {
      throw new IllegalArgumentException("it has no command: [program, argument, …]");
    }
    options.requireNone();
    return new CommandHook(
        Program.at(Path.of(options.command().getFirst())),
        options.command().subList(1, options.command().size()));
  }
}
