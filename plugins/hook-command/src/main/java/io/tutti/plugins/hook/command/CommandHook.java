package io.tutti.plugins.hook.command;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.program.Program;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a program; the facts are in its environment, and as JSON on its standard input. */
record CommandHook(Program program, List<String> arguments) implements Hook {
  CommandHook {
    arguments = List.copyOf(arguments);
  }

  @Override
  public String describe() {
    return Stream.concat(Stream.of(program.file().path().toString()), arguments.stream())
        .collect(Collectors.joining(" "));
  }

  @Override
  public HookOutcome call(HookEvent event, Deadline deadline) {
    Program.Ended ended =
        program.run(
            new Program.Call(arguments, HookFacts.variables(event), HookFacts.json(event) + "\n"),
            deadline);
    return ended.failure().isEmpty()
        ? new HookOutcome.Succeeded(ended.output())
        : new HookOutcome.Failed(ended.failure().get(), ended.output());
  }
}
