package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tutti backup}. */
@Command(
    name = "backup",
    synopsisSubcommandLabel = "begin|end|renew|list|run",
    description = {
      "Sessions in which a replica's applier is stopped without gaps, so that the replica can be copied.",
      "While one is open nothing else is done to the replica; it ends by itself when its time is over."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti backup run db2:3306 -- xtrabackup --backup --slave-info --target-dir=/backup",
      "  tutti backup begin db2:3306 --ttl 4h",
      "  tutti backup end db2:3306"
    })
public final class BackupVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new BackupVerb())
        .addSubcommand(new BackupBeginVerb(tutti))
        .addSubcommand(new BackupEndVerb(tutti))
        .addSubcommand(new BackupRenewVerb(tutti))
        .addSubcommand(new BackupListVerb(tutti))
        .addSubcommand(new BackupRunVerb(tutti));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Say begin, end, renew, list or run.");
  }
}
