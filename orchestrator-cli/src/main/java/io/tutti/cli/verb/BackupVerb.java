package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti backup}. */
@Command(
    name = "backup",
    header = "Keeps a replica at a safe point while it is copied.",
    description =
        "In a backup session the replica's applier is stopped at a point without gaps. "
            + "While one is open nothing else is done to the replica; it ends by itself when "
            + "its time is over.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti backup run db2:3306 -- xtrabackup --backup --slave-info --target-dir=/backup",
      "  tutti backup begin db2:3306 --ttl 4h",
      "  tutti backup end db2:3306"
    })
public final class BackupVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new BackupVerb())
        .addSubcommand(new BackupBeginVerb(tutti))
        .addSubcommand(new BackupEndVerb(tutti))
        .addSubcommand(new BackupRenewVerb(tutti))
        .addSubcommand(new BackupListVerb(tutti))
        .addSubcommand(new BackupRunVerb(tutti));
  }
}
