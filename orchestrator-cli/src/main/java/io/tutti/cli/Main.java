package io.tutti.cli;

import io.tutti.cli.demo.DemoVerb;
import io.tutti.cli.help.HelpPages;
import io.tutti.cli.help.HelpVerb;
import io.tutti.cli.help.UsageError;
import io.tutti.cli.session.Answers;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Output;
import io.tutti.cli.session.OutputFormat;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.verb.AttachVerb;
import io.tutti.cli.verb.AuditVerb;
import io.tutti.cli.verb.BackupVerb;
import io.tutti.cli.verb.BinlogVerb;
import io.tutti.cli.verb.BootReportVerb;
import io.tutti.cli.verb.CandidateVerb;
import io.tutti.cli.verb.ClusterVerb;
import io.tutti.cli.verb.ClustersVerb;
import io.tutti.cli.verb.CoPrimaryVerb;
import io.tutti.cli.verb.CompletionVerb;
import io.tutti.cli.verb.CrashVerb;
import io.tutti.cli.verb.DecisionsVerb;
import io.tutti.cli.verb.DetachVerb;
import io.tutti.cli.verb.DiscoverVerb;
import io.tutti.cli.verb.DoctorVerb;
import io.tutti.cli.verb.DowntimeVerb;
import io.tutti.cli.verb.ErrantVerb;
import io.tutti.cli.verb.ExplainVerb;
import io.tutti.cli.verb.FailoverVerb;
import io.tutti.cli.verb.FenceVerb;
import io.tutti.cli.verb.FindingsVerb;
import io.tutti.cli.verb.FlavorsVerb;
import io.tutti.cli.verb.ForgetVerb;
import io.tutti.cli.verb.GapsVerb;
import io.tutti.cli.verb.GrantsVerb;
import io.tutti.cli.verb.HoldVerb;
import io.tutti.cli.verb.HooksVerb;
import io.tutti.cli.verb.InstanceVerb;
import io.tutti.cli.verb.InstancesVerb;
import io.tutti.cli.verb.OperationsVerb;
import io.tutti.cli.verb.ParallelismVerb;
import io.tutti.cli.verb.RejoinVerb;
import io.tutti.cli.verb.RelocateVerb;
import io.tutti.cli.verb.ReplicateVerb;
import io.tutti.cli.verb.RolloutVerb;
import io.tutti.cli.verb.SandboxVerb;
import io.tutti.cli.verb.SchedulesVerb;
import io.tutti.cli.verb.ServerVerb;
import io.tutti.cli.verb.SkipVerb;
import io.tutti.cli.verb.StartupConfigVerb;
import io.tutti.cli.verb.SwitchoverVerb;
import io.tutti.cli.verb.TagVerb;
import io.tutti.cli.verb.TokenVerb;
import io.tutti.cli.verb.TopologyVerb;
import io.tutti.cli.verb.TrustVerb;
import io.tutti.cli.verb.TuneVerb;
import io.tutti.cli.verb.UnfenceVerb;
import io.tutti.model.InstanceAddress;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Starts the command line. */
public final class Main {
  private final Screen screen;
  private final Map<String, String> environment;
  private final Answers answers;

  /** Where nobody can be asked. */
  Main(Screen screen, Map<String, String> environment) {
    this(screen, environment, Answers.NOBODY);
  }

  Main(Screen screen, Map<String, String> environment, Answers answers) {
    this.screen = screen;
    this.environment = environment;
    this.answers = answers;
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Map<String, String> environment = System.getenv();
    int exitCode =
        new Main(Screen.ofProcess(environment), environment, Answers.ofProcess()).run(arguments);
    System.exit(exitCode);
  }

  /**
   * Runs one command in a process that goes on, with what it prints laid out as for files; returns
   * its {@link ExitCode}.
   */
  public static int run(
      Map<String, String> environment, OutputStream out, OutputStream err, String... arguments) {
    return new Main(Screen.ofFiles(environment, out, err), environment).run(arguments);
  }

  /** Runs one command; returns its {@link ExitCode}. */
  int run(String... arguments) {
    StringWriter help = new StringWriter();
    int exitCode = commandLine().setOut(new PrintWriter(help, true)).execute(arguments);
    boolean isWhole = Arrays.asList(arguments).contains("--no-pager");
    (isWhole ? screen.withoutPager() : screen).page(help.toString());
    return exitCode;
  }

  CommandLine commandLine() {
    TuttiCommand root = new TuttiCommand(screen, environment, answers);
    CommandLine line = withVerbs(new CommandLine(root), root);
    boolean colour = screen.colour();
    line.registerConverter(InstanceAddress.class, Main::address)
        .setErr(writer(screen.err()))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                colour ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler(this::refuseUsage)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, root.output()));
    HelpPages.layOut(line, screen.columns());
    return line;
  }

  /** In the order in which help lists them. */
  private static CommandLine withVerbs(CommandLine line, TuttiCommand root) {
    withWatching(line, root);
    withActing(line, root);
    return line.addSubcommand(OperationsVerb.with(root))
        .addSubcommand(new AuditVerb(root))
        .addSubcommand(new DecisionsVerb(root))
        .addSubcommand(HooksVerb.with(root))
        .addSubcommand(SchedulesVerb.with(root))
        .addSubcommand(TokenVerb.with(root))
        .addSubcommand(new FlavorsVerb(root))
        .addSubcommand(new GrantsVerb(root))
        .addSubcommand(new DoctorVerb(root))
        .addSubcommand(new CompletionVerb(root))
        .addSubcommand(new HelpVerb());
  }

  private static void withWatching(CommandLine line, TuttiCommand root) {
    line.addSubcommand(new DemoVerb(root))
        .addSubcommand(new ServerVerb())
        .addSubcommand(SandboxVerb.with(root))
        .addSubcommand(new DiscoverVerb(root))
        .addSubcommand(new ClustersVerb(root))
        .addSubcommand(ClusterVerb.with(root))
        .addSubcommand(TagVerb.with(root))
        .addSubcommand(new TopologyVerb(root))
        .addSubcommand(new InstancesVerb(root))
        .addSubcommand(new InstanceVerb(root))
        .addSubcommand(new ForgetVerb(root))
        .addSubcommand(new TrustVerb(root))
        .addSubcommand(FindingsVerb.with(root))
        .addSubcommand(new ExplainVerb(root))
        .addSubcommand(DowntimeVerb.with(root));
  }

  private static void withActing(CommandLine line, TuttiCommand root) {
    line.addSubcommand(ParallelismVerb.with(root))
        .addSubcommand(TuneVerb.with(root))
        .addSubcommand(RolloutVerb.with(root))
        .addSubcommand(GapsVerb.with(root))
        .addSubcommand(BinlogVerb.with(root))
        .addSubcommand(CrashVerb.with(root))
        .addSubcommand(new SwitchoverVerb(root))
        .addSubcommand(new FailoverVerb(root))
        .addSubcommand(HoldVerb.with(root))
        .addSubcommand(new CandidateVerb(root))
        .addSubcommand(new FenceVerb(root))
        .addSubcommand(new UnfenceVerb(root))
        .addSubcommand(new BootReportVerb(root))
        .addSubcommand(new StartupConfigVerb(root))
        .addSubcommand(BackupVerb.with(root))
        .addSubcommand(new SkipVerb(root))
        .addSubcommand(new RelocateVerb(root))
        .addSubcommand(new RejoinVerb(root))
        .addSubcommand(new DetachVerb(root))
        .addSubcommand(new AttachVerb(root))
        .addSubcommand(new ReplicateVerb(root))
        .addSubcommand(new CoPrimaryVerb(root))
        .addSubcommand(ErrantVerb.with(root));
  }

  private static PrintWriter writer(java.io.PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  private static InstanceAddress address(String text) {
    try {
      return InstanceAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private int refuseUsage(ParameterException refusal, String[] arguments) {
    UsageError error = UsageError.of(refusal);
    Output output = new Output(screen, OutputFormat.askedFor(arguments));
    if (output.printsProblems()) {
      output.document(
          CommandFailure.local(ExitCode.USAGE, "USAGE", error.sentence(), List.of(error.help()))
              .document());
      return ExitCode.USAGE;
    }
    screen
        .err()
        .println("%s: %s See: %s".formatted(error.command(), error.sentence(), error.help()));
    if (!error.meant().isEmpty()) {
      screen.err().println("Did you mean: %s?".formatted(String.join(", ", error.meant())));
    }
    return ExitCode.USAGE;
  }

  private int fail(Exception failure, Output output) {
    CommandFailure reported =
        failure instanceof CommandFailure known
            ? known
            : CommandFailure.local(
                ExitCode.FAILED,
                "INTERNAL",
                "This is a defect of the command line: " + failure + ".",
                List.of("report it with the command that you ran"));
    if (output.printsProblems()) {
      output.document(reported.document());
      return reported.exitCode();
    }
    screen.err().println("tutti: " + reported.sentence() + " (" + reported.code() + ")");
    reported.remedies().forEach(remedy -> screen.err().println("  remedy: " + remedy));
    return reported.exitCode();
  }
}
