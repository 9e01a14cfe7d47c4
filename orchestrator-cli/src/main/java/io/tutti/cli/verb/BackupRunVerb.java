package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti backup run}. */
@Command(
    name = "run",
    header = "Runs a command within a backup session.",
    description = {
      "It begins the session, renews it while the command runs, and always ends it. It exits with"
          + " the status of the command, and with 1 when the replica's applier did not stay stopped"
          + " throughout.",
      "The command finds the replica's position in TUTTI_BACKUP_… variables and in "
          + "the file that TUTTI_BACKUP_FILE names."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti backup run db2:3306 -- xtrabackup --backup --slave-info --target-dir=/backup",
      "  tutti backup run db1:3306 --any --coordinates /backup/coordinates.json -- ./copy.sh",
    })
public final class BackupRunVerb implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "HOST:PORT|CLUSTER",
      description = "The replica, or an alias; of a cluster, one is picked.")
  private @Nullable String target;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "After --: the command and its arguments.")
  private List<String> command = List.of();

  @Option(
      names = "--coordinates",
      paramLabel = "FILE",
      description = "Keep the session with its coordinates in this file, JSON.")
  private @Nullable Path coordinates;

  @Mixin private SessionOptions options = new SessionOptions();

  private final TuttiCommand tutti;

  public BackupRunVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    GuardedRun run = new GuardedRun(tutti.controller(), tutti.screen());
    return run.run(
        new GuardedRun.Wanted(
            Objects.requireNonNull(target),
            options.body(),
            command,
            Optional.ofNullable(coordinates)));
  }
}
