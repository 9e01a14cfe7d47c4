package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.sandbox.DetachedSandbox;
import io.tutti.sandbox.DetachedSandboxes;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.ReleaseUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti sandbox up}. */
@Command(
    name = "up",
    header = "Starts servers and their replication.",
    description = "The servers are left running; \"tutti sandbox down\" ends them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti sandbox up --flavor mysql-8.0 --topology \"1>2,1>3,3>4\"",
      "  tutti sandbox up --topology \"1>2,1>3\" --flavor \"1=mysql-5.6,2=mysql-5.7,3=mysql-8.0\"",
      "  tutti sandbox up --name semi --flavor mariadb-11 --topology \"1>2\" --semi-sync",
      "  tutti sandbox up --flavor mysql-5.7 --position --option slave_parallel_workers=4"
    })
final class SandboxUpVerb implements Callable<Integer> {
  @Option(
      names = "--name",
      defaultValue = "default",
      description = "Names the sandbox; default: ${DEFAULT-VALUE}.")
  private String name = "";

  @Option(
      names = "--flavor",
      paramLabel = "RELEASE",
      defaultValue = "mysql-8.0",
      description =
          "One release for all nodes, or one for each: 1=mysql-5.6,2=mariadb-10.11. The first part"
              + " of a release means the newest that begins so. Default: ${DEFAULT-VALUE}.")
  private String flavor = "";

  @Option(
      names = "--topology",
      paramLabel = "LINKS",
      defaultValue = "1>2",
      description =
          "Who replicates from whom: \"1>2\" makes 2 a replica of 1; default: ${DEFAULT-VALUE}.")
  private String topology = "";

  @Option(names = "--position", description = "Replicate by file and position instead of GTID.")
  private boolean position;

  @Option(names = "--semi-sync", description = "Semi-synchronous where the release has it.")
  private boolean semiSync;

  @Option(
      names = "--option",
      paramLabel = "NAME=VALUE",
      description = "A server option for every node; may be repeated.")
  private List<String> options = new ArrayList<>();

  private final TuttiCommand tutti;

  SandboxUpVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    SandboxFolder folder = SandboxFolder.of(tutti.environment());
    DetachedSandbox sandbox;
    try {
      sandbox = DetachedSandboxes.up(folder.of(name), builder());
    } catch (IllegalArgumentException e) {
      throw failure(ExitCode.USAGE, "INVALID_REQUEST", e, List.of("tutti sandbox up --help"));
    } catch (SandboxException e) {
      throw failure(
          ExitCode.FAILED, "SANDBOX_FAILED", e, List.of("tutti sandbox down --name " + name));
    } catch (ReleaseUnavailableException e) {
      throw failure(ExitCode.FAILED, "RELEASE_UNAVAILABLE", e, List.of());
    }
    tutti
        .output()
        .print(
            Json.write(SandboxFolder.fields(name, sandbox)),
            () -> SandboxFolder.lines(name, sandbox));
    return ExitCode.DONE;
  }

  private SandboxBuilder builder() {
    SandboxBuilder builder =
        Sandbox.builder()
            .topology(topology)
            .flavors(flavor)
            .options(options.toArray(String[]::new))
            .downloads(new ConsoleProgress(tutti.screen().err(), tutti.screen().terminal()));
    if (position) {
      builder.positionBased();
    }
    if (semiSync) {
      builder.semiSync();
    }
    return builder;
  }

  static CommandFailure failure(
      int exitCode, String code, RuntimeException cause, List<String> remedies) {
    return CommandFailure.local(exitCode, code, String.valueOf(cause.getMessage()), remedies);
  }
}
